"""Chinese, simplified."""
# ruff: noqa: RUF001 - fullwidth punctuation is what Chinese is written with

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from toolgate.messages.phrases import Phrases

ZH: Final = Phrases(
    expected_type="应为 {expected}，实际为 {received}",
    expected=MappingProxyType(
        {
            "at_least": "不小于 {0} 的值",
            "at_most": "不大于 {0} 的值",
            "base64": "base64 编码的字节（例如 aGVsbG8=）",
            "date": "日期（例如 2030-01-31）",
            "date_time": "日期和时间（例如 2030-01-31T09:30:00Z）",
            "decimal": "指数不超过 {0} 且长度不超过 {1} 个字符的十进制数",
            "distinct_hashes": "更容易相互区分的值",
            "distinct_items": "互不相同的元素",
            "distinct_keys": "含义互不相同的键",
            "double": "双精度浮点数可以表示的数",
            "duration": ("以周、天、小时、分和秒表示的时长（例如 P1DT2H30M）"),
            "greater_than": "大于 {0} 的值",
            "hashable_items": "集合可以容纳的元素",
            "integer_digits": "不超过 {0} 位的整数",
            "key_bounds": "在键类型允许范围内的整数",
            "keys_said": "对象，其每个键均为 {0}",
            "less_than": "小于 {0} 的值",
            "less_work": (
                "更小或嵌套更浅的值（当前值要求的工作量超过其类型允许的范围）"
            ),
            "max_bytes": "不超过 {0} 个字节",
            "max_digits": "不超过 {0} 位数字",
            "max_members": (
                "每个集合或每组键不超过 {0} 个成员（此类集合较多时须更少）"
            ),
            "max_places": "小数点后不超过 {0} 位数字",
            "min_bytes": "不少于 {0} 个字节",
            "multiple_of": "{0} 的倍数",
            "own_check": "能通过该工具自身检查的值",
            "path": "不含 NUL 字符的路径",
            "predicate": "满足 {0} 的值",
            "said": "{0}",
            "time": "时间（例如 09:30:00）",
            "uuid": "UUID（例如 123e4567-e89b-12d3-a456-426614174000）",
            "valid": "有效的 {0}",
            "with_offset": "带时区偏移的时间",
            "without_offset": "不带时区偏移的时间",
        }
    ),
    any_of_types="{types} 或 {last}",
    missing_property="缺少属性 {name}",
    missing_properties="缺少属性 {names}",
    missing_dependent="缺少属性 {name}（已有的另一属性要求它同时出现）",
    missing_dependents="缺少属性 {names}（已有的另一属性要求它们同时出现）",
    unknown_property="未知属性 {name}",
    unknown_properties="未知属性 {names}",
    allowed_properties="；允许的属性：{names}",
    no_names_allowed="；此对象不接受任何属性",
    closest_property="。是否想用 {name}？",
    in_property_name="属性名 {name}：{sentence}",
    expected_one_of="应为以下值之一：{values}",
    expected_exactly="只能是 {value}",
    not_json="不是 JSON 值，或超出限制",
    not_json_because="不能作为 JSON 接受：{reason}",
    broken_keyword="不符合 schema 中的 {keyword}",
    keywords=MappingProxyType(
        {
            "minimum": "应为 >= {value} 的数",
            "maximum": "应为 <= {value} 的数",
            "exclusiveMinimum": "应为 > {value} 的数",
            "exclusiveMaximum": "应为 < {value} 的数",
            "multipleOf": "应为 {value} 的倍数",
            "minLength": "至少需要 {value} 个字符",
            "maxLength": "最多允许 {value} 个字符",
            "pattern": "应为匹配模式 {value} 的文本",
            "format": "应为 {value} 格式的文本",
            "minItems": "至少需要 {value} 个元素",
            "maxItems": "最多允许 {value} 个元素",
            "uniqueItems": "元素不得重复",
            "contains": "没有元素符合 `contains` 的要求",
            "minContains": "至少需要 {value} 个符合 `contains` 的元素",
            "maxContains": "最多允许 {value} 个符合 `contains` 的元素",
            "items": "元素数量超出允许范围",
            "additionalItems": "元素数量超出允许范围",
            "unevaluatedItems": "元素数量超出允许范围",
            "minProperties": "至少需要 {value} 个属性",
            "maxProperties": "最多允许 {value} 个属性",
            "properties": "不允许此属性",
            "patternProperties": "不允许此属性",
            "propertyNames": "不允许此属性名",
            "not": "不得符合 `not` 中的 schema",
            "anyOf": "应符合 `anyOf` 中的至少一种形式",
            "oneOf": "应恰好符合 `oneOf` 中的一种形式",
        }
    ),
    several_problems="{tool} 的参数不符合其输入 schema：",
    some_problem="{tool} 的参数不符合其输入 schema",
    and_more="另有 {count} 处",
    and_at_least="另有至少 {count} 处",
    and_perhaps_more="可能还有其他问题",
    breaks_overlay="{tool} 的参数符合其输入 schema，但不符合宿主附加的规则",
    invalid_left="本次运行还可出现 {count} 次无效调用，再多一次运行即结束。",
    run_ends="无效调用已超出允许的次数，本次运行到此结束。",
    run_over="本次运行已结束，因为允许的调用次数已用完。此调用未执行。",
    at_line="{reason}，位于第 {line} 行第 {column} 列",
    at_path="{reason}，位于 {path}",
    reasons=MappingProxyType(
        {
            "too_large": "超过 {found} 字节",
            "too_deep": "嵌套超过 {found} 层",
            "too_many_values": "值的数量超过 {found}",
            "integer_too_long": "整数超过 {found} 位",
            "not_finite": "{found} 不是 JSON 数字",
            "number_overflow": "数值超出双精度浮点数的范围",
            "lone_surrogate": "出现单独的半个代理对，它不是字符",
            "duplicate_key": "同一对象中该键重复出现",
            "invalid_utf8": "字节不是 UTF-8",
            "byte_order_mark": "JSON 文本之前有字节顺序标记",
            "code_fence": "JSON 外有 Markdown 代码块标记；请直接发送对象本身",
            "leading_text": "JSON 对象之前有多余文本；请只发送该对象",
            "cut_off": "文本在 JSON 结束之前中断，内容被截断",
            "trailing_text": "JSON 值结束之后还有多余文本",
            "trailing_comma": "右括号之前有多余的逗号",
            "single_quotes": "使用了单引号，JSON 要求双引号",
            "python_literal": (
                "{found} 是 Python 写法，JSON 写作 true、false 和 null"
            ),
            "comment": "出现注释，JSON 不支持注释",
            "unquoted_key": "键没有双引号",
            "invalid_number": "数字的写法不符合 JSON",
            "invalid_escape": "字符串中有无效的转义",
            "control_character": "字符串中有未转义的控制字符；请写成转义形式",
            "syntax": "此处应为 {found}",
            "stack_exhausted": "嵌套过深，超出剩余的调用栈",
            "not_json": "Python 的 {found} 不是 JSON 值",
            "key_not_string": "键是 Python 的 {found}，不是字符串",
            "unreadable": "Python 的 {found} 在读取时出错",
            "not_an_object": "应为一个 JSON 对象，实际为 {found}",
            "double_encoded": (
                "应为一个 JSON 对象，实际为内含 JSON 文本的字符串；"
                "请直接发送对象，只编码一次"
            ),
        }
    ),
    wanted=MappingProxyType(
        {
            "one JSON object": "一个 JSON 对象",
            "a value": "一个值",
            "a comma or ]": "逗号或 ]",
            "a comma or }": "逗号或 }",
            "a key in double quotes": "双引号中的键",
            "a colon after the key": "键之后的冒号",
        }
    ),
    invalid_output=(
        "{tool} 已执行，但其结果不符合输出 schema，故不予返回：{places}。"
        "参数没有问题；{effect}"
    ),
    place_and_keyword="{path}（{keyword}）",
    output_not_json=(
        "{tool} 已执行，但其结果不能作为 JSON 接受，故不予返回：{reason}。"
        "参数没有问题；{effect}"
    ),
    output_missing=(
        "{tool} 已执行，但没有返回输出 schema 要求的结构化结果。"
        "参数没有问题；{effect}"
    ),
    perhaps_effective="该调用可能已经生效。",
    changed_nothing="该调用没有做任何修改。",
    denied="此调用不被允许，未执行。",
    approval_refused="{tool} 需要人工批准这一次调用，但未获批准，因此未执行。",
    crashed=(
        "{tool} 接受参数后在内部出错。{effect}详细信息仅供宿主程序查看。"
    ),
    perhaps_in_part="它可能已部分生效。",
    not_read="{tool} 未执行：读取其参数时内部出错。详细信息仅供宿主程序查看。",
    timed_out="{tool} 未能在 {seconds} 秒内完成{call}。",
    of_call="（调用 {call}）",
    outcome_unknown="结果未知：它仍可能生效。再次调用之前请先确认。",
    safe_to_repeat="它不做任何修改，可以再次调用。",
    no_thread="{tool} 没有空闲线程可用，因此未执行。可以稍后再次调用。",
    no_stack="工具已执行，但调用栈所剩不足，无法检查其输出，故未返回。它可能已生效。",
    unknown_tool="没有名为 {name} 的工具。",
    closest_tool="是否想用 {name}？",
)

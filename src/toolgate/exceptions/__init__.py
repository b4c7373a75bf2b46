"""
Everything that toolgate raises.

    ToolgateError
    ├── ProtocolError                 the call was malformed; JSON-RPC shaped
    │   └── UnknownToolError
    ├── RegistrationError             a tool that cannot be registered
    │   ├── InvalidToolError
    │   ├── DuplicateToolError
    │   └── SchemaError               a schema that cannot be enforced
    │       ├── InvalidSchemaError
    │       ├── SchemaLimitError
    │       ├── UnsupportedDialectError
    │       ├── UnresolvableReferenceError
    │       ├── CyclicReferenceError
    │       ├── UnsupportedPatternError
    │       ├── UnsupportedFormatError
    │       └── UnsupportedByEngineError
    ├── AnswerError                   a server's answer that is none
    ├── EngineUnavailableError        the engine asked for is not installed
    ├── InvalidJSONError              a text or value that is not JSON
    │   └── NotAnObjectError          JSON, but not a JSON object
    ├── PointerError                  a JSON Pointer that leads nowhere
    ├── ApprovalRequired              a policy asks for a person
    ├── AsyncToolError                an async tool at the sync door
    ├── NoHandlerError                dispatch of a tool that only checks
    ├── CallBudgetExceeded            more calls in a run than it may make
    │   └── InvalidCallBudgetExceeded
    ├── MissingContextValue           the host did not supply what a tool needs
    ├── WireError                     not what a provider takes, or sends
    └── ToolError                     raised by handlers, for the model

Errors of one type with the same fields are equal.
"""

from __future__ import annotations

from toolgate.exceptions.calls import (
    ApprovalRequired,
    AsyncToolError,
    CallBudgetExceeded,
    EngineUnavailableError,
    InvalidCallBudgetExceeded,
    InvalidJSONError,
    MissingContextValue,
    NoHandlerError,
    NotAnObjectError,
    PointerError,
    ProtocolError,
    ToolError,
    UnknownToolError,
    WireError,
)
from toolgate.exceptions.registration import (
    AnswerError,
    CyclicReferenceError,
    DuplicateToolError,
    InvalidSchemaError,
    InvalidToolError,
    RegistrationError,
    SchemaError,
    SchemaLimitError,
    UnresolvableReferenceError,
    UnsupportedByEngineError,
    UnsupportedDialectError,
    UnsupportedFormatError,
    UnsupportedPatternError,
)
from toolgate.exceptions.root import (
    ToolgateError,
)

__all__ = [
    "AnswerError",
    "ApprovalRequired",
    "AsyncToolError",
    "CallBudgetExceeded",
    "CyclicReferenceError",
    "DuplicateToolError",
    "EngineUnavailableError",
    "InvalidCallBudgetExceeded",
    "InvalidJSONError",
    "InvalidSchemaError",
    "InvalidToolError",
    "MissingContextValue",
    "NoHandlerError",
    "NotAnObjectError",
    "PointerError",
    "ProtocolError",
    "RegistrationError",
    "SchemaError",
    "SchemaLimitError",
    "ToolError",
    "ToolgateError",
    "UnknownToolError",
    "UnresolvableReferenceError",
    "UnsupportedByEngineError",
    "UnsupportedDialectError",
    "UnsupportedFormatError",
    "UnsupportedPatternError",
    "WireError",
]

# Users meet and catch these under the name of this package.
for _name in __all__:
    globals()[_name].__module__ = __name__

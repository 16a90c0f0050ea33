"""Templates that cost little to run: what is the same for every answer is found once.

- A constant text, `_('Undo')`, is looked up once for each language, not at each use. A language
  has environments of its own, so that what a template imports is made once for it, too; the code
  that a template is compiled to is shared, and kept from one start to the next.
- An address is a function of its endpoint and values, and kept.
- `isolated` gives the environment of parts that several phones see alike (see `parts`): there is
  no request in it, no phone, and nothing that the part was not given.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from importlib.util import cache_from_source
from keyword import iskeyword
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
from flask import current_app
from flask.templating import Environment
from jinja2 import (
    BytecodeCache,
    FileSystemBytecodeCache,
    StrictUndefined,
    Template,
    Undefined,
    nodes,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import Environment as BaseEnvironment
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from referee.web.kept import Kept

MOST_ADDRESSES = 8192
"""Addresses that are kept: a page of a table has about twenty."""
MOST_COUNTED = 100
"""Of how many things a text is kept, for each number."""
LONGEST_ADDRESS = 500
"""Characters; what is longer carries what somebody has entered, and does not come again."""


class Compiled(FileSystemBytecodeCache):
    """The code of templates. It is kept in memory, as it is the same in all languages, and where
    Python keeps the code of this module: compiling all of them takes a server two seconds after
    each start. Where nothing can be written or read there, they are compiled."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep the code on disk in `folder`; without one, beside that of this module."""
        super().__init__(str(folder or Path(cache_from_source(__file__)).parent), "%s.template")
        self.kept: dict[tuple[str, str], CodeType] = {}
        # How they are compiled is said here, and by the library.
        self.compiler = f"{version('jinja2')} {Path(__file__).read_text('utf-8')}"

    def get_source_checksum(self, source: str) -> str:
        """See `BytecodeCache`."""
        return super().get_source_checksum(self.compiler + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """See `BytecodeCache`."""
        at = bucket.key, bucket.checksum
        bucket.code = self.kept.get(at)
        if bucket.code is None:
            # Whatever is wrong with a file that anybody may have cut or written over.
            with suppress(Exception):
                super().load_bytecode(bucket)
            if bucket.code is not None:
                self.kept[at] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """See `BytecodeCache`."""
        if bucket.code is not None:
            self.kept[bucket.key, bucket.checksum] = bucket.code
            if not sys.dont_write_bytecode:
                with suppress(OSError):
                    Path(self.directory).mkdir(parents=True, exist_ok=True)
                    super().dump_bytecode(bucket)


class _Texts(dict[str, Markup]):
    """Constant texts of templates by their English, in one language. `whole`: they have no places
    to be filled."""

    def __init__(self, translate: Callable[[str], str], whole: bool) -> None:
        super().__init__()
        self.translate, self.whole = translate, whole

    def __missing__(self, text: str) -> Markup:
        found = Markup(self.translate(text))  # noqa: S704 - our own texts, by their translators
        if self.whole:
            found = found % {}
        self[text] = found
        return found


class _Fold(NodeTransformer):
    """Turn `_('a constant')` into a look into the texts of the environment, and `ngettext` with two
    into its `counted`."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        """See `NodeTransformer`."""
        self.generic_visit(node)
        called = node.node.name if isinstance(node.node, nodes.Name) else ""
        texts = {"_": 1, "gettext": 1, "ngettext": 2}.get(called, 0)
        constants = [isinstance(text, nodes.Const) for text in node.args[:texts]]
        if (
            not all([texts, *constants])
            or node.dyn_args is not None
            or node.dyn_kwargs is not None
            or len(node.args) != (3 if texts == 2 else 1)
        ):
            return node
        at = node.lineno
        if texts == 2:
            node.node = nodes.EnvironmentAttribute("counted", lineno=at)
            return node
        kept = nodes.EnvironmentAttribute("sentences" if node.kwargs else "texts", lineno=at)
        sentence = nodes.Getitem(kept, node.args[0], "load", lineno=at)
        if not node.kwargs:
            return sentence
        filled = nodes.EnvironmentAttribute("filled", lineno=at)
        return nodes.Call(filled, [sentence], node.kwargs, None, None, lineno=at)


class _Generator(CodeGenerator):
    """Writes the code that most of a page is spent in without calls of functions, as far as it can.
    Looks into the texts without asking what they are; takes an attribute of a struct at once; calls
    what has no need of the context; escapes what is not escaped already."""

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        """See `CodeGenerator`."""
        if isinstance(node.node, nodes.EnvironmentAttribute) and isinstance(node.arg, nodes.Const):
            self.write(f"environment.{node.node.name}[{node.arg.value!r}]")
        else:
            super().visit_Getitem(node, frame)

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:
        """See `CodeGenerator`."""
        if node.name == "none":
            self.write("(")
            self.visit(node.node, frame)
            self.write(" is None)")
            return
        if node.name in ("defined", "undefined"):
            self.may_lack = node.node
        super().visit_Test(node, frame)

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:
        """See `CodeGenerator`."""
        if node.name == "default":
            self.may_lack = node.node
        super().visit_Filter(node, frame)

    may_lack: nodes.Node | None = None
    """What is asked whether it is there."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """See `CodeGenerator`."""
        if node is self.may_lack or iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write(f"(t_of.{node.attr} if (t_of := ")
        self.visit(node.node, frame)
        self.write(").__class__.__class__ is environment.struct")
        self.write(f" else environment.getattr(t_of, {node.attr!r}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """See `CodeGenerator`."""
        if _needs_context(self.environment, node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not _is_escaped(frame, finalize):
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("(t_out if (t_out := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not _is_escaped(frame, finalize):
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(").__class__ is Markup else environment.escaped(t_out))")


def _is_escaped(frame: Frame, finalize: Any) -> bool:
    """Return whether what is written in `frame` is certainly escaped, and nothing else is done."""
    plain = not frame.eval_ctx.volatile and finalize.src is None
    return plain and frame.eval_ctx.autoescape


def _english(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


def _needs_context(environment: BaseEnvironment, node: nodes.Call) -> bool:
    """Return whether what `node` calls may want to be given the context, or its arguments are such
    that Jinja has to put them together. Only globals of Jinja's own want it, by their names."""
    return (
        node.dyn_args is not None
        or node.dyn_kwargs is not None
        or any(iskeyword(keyword.key) for keyword in node.kwargs)
        or not isinstance(node.node, nodes.Name | nodes.Getattr | nodes.EnvironmentAttribute)
        or (
            isinstance(node.node, nodes.Name)
            and hasattr(environment.globals.get(node.node.name), "jinja_pass_arg")
        )
    )


def _escaped(value: object) -> str:
    """Return `value` as it is written into a page."""
    kind = value.__class__
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is str:
        return value.translate(_IN_HTML)  # type: ignore[attr-defined, no-any-return]
    return str(value) if kind is int else escape(value)


def _filled(sentence: str, /, **places: object) -> Markup:
    """Return the markup `sentence` with its `places` filled, as Jinja's own `%` does."""
    written = {name: _escaped(value) for name, value in places.items()}
    return _safe(str.__mod__(sentence, written))


_safe: Callable[[str], Markup] = partial(str.__new__, Markup)
"""Take a text for markup. It asks nothing of the text, as `Markup` does."""
_IN_HTML = str.maketrans({sign: str(escape(sign)) for sign in "&<>'\""})


class _Template(Template):
    """Is made into a module once. Jinja makes sure before each import that the one who imports has
    no globals that this has not; here all have the same."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        if self._module is None:
            self._module = self.make_module()
        return self._module


class _NotGiven(Undefined):
    """What a template asks for and was not given, or a struct does not have, is a fault of the
    template; in a part it would be missing in its key, too. Plain data (a draft, options as they
    were sent) may lack what it likes, and a list its first entry."""

    def __new__(
        cls, hint: str | None = None, obj: Any = missing, name: str | None = None, *more: Any
    ) -> Any:
        """A strict one for a name, and for an attribute of a struct."""
        if hint is None and name and (obj is missing or hasattr(obj, "__struct_fields__")):
            return StrictUndefined(hint, obj, name, *more)
        return super().__new__(cls)


class Templates(Environment):
    """Flask's environment; which of its languages a template is found in is `language()`."""

    template_class = _Template
    code_generator_class = _Generator
    struct = type(msgspec.Struct)
    escaped = staticmethod(_escaped)
    filled = staticmethod(_filled)
    compiled: Callable[[], BytecodeCache] = Compiled
    """Where the code of templates is kept."""

    def __init__(self, app: Any, **options: Any) -> None:
        options.setdefault("bytecode_cache", self.compiled())
        options.setdefault("undefined", _NotGiven)
        super().__init__(app, **options)
        self.language: Callable[[], str] = str
        self.translate: Callable[[str], str] = str
        self.translate_counted: Callable[[str, str, int], str] = _english
        self.isolated_globals: dict[str, object] = {}
        self._languages: dict[tuple[str, bool], Templates] = {}
        self._loaded: dict[str, Template] = {}
        self.counts: dict[tuple[str, str, int], Markup] = {}
        self._is_root = True

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed = super()._parse(source, name, filename)
        folded: nodes.Template = _Fold().visit(parsed)
        return folded

    def _load_template(self, name: str, globals: MutableMapping[str, object] | None) -> Template:
        if self._is_root:
            return self.spoken()._load_template(name, globals)
        found = None if self.auto_reload else self._loaded.get(name)
        if found is None:
            found = super()._load_template(name, globals)
            # Jinja makes them a ChainMap, and each drawing and each import goes through it, name
            # by name, in Python. No template has globals of its own here.
            found.globals = dict(found.globals)
            self._loaded[name] = found
        return found

    def from_string(self, source: Any, globals: Any = None, template_class: Any = None) -> Template:
        """See `Environment`."""
        if self._is_root:
            return self.spoken().from_string(source, globals, template_class)
        return super().from_string(source, globals, template_class)

    def counted(self, one: str, many: str, num: int, /, **places: object) -> Markup:
        """Return the text for `num` things, `one` or `many`, in the language of the environment,
        with its `places` filled."""
        found = self.counts.get((one, many, num))
        if found is None:
            found = _safe(self.translate_counted(one, many, num))
            if num <= MOST_COUNTED:
                self.counts[one, many, num] = found
        return _filled(found, **{"num": num} | places)

    def spoken(self, isolated: bool = False) -> Templates:
        """Return the environment of the present language; with `isolated` the one of parts."""
        key = (self.language(), isolated)
        if key not in self._languages:
            self._languages[key] = self._in_language(isolated)
        return self._languages[key]

    def _in_language(self, isolated: bool) -> Templates:
        made: Templates = self.overlay()
        made._is_root = False
        made._loaded = {}
        made.counts = {}
        made.texts = _Texts(self.translate, True)  # type: ignore[attr-defined]
        made.sentences = _Texts(self.translate, False)  # type: ignore[attr-defined]
        if isolated:
            made.globals = {name: self.globals[name] for name in PURE} | self.isolated_globals
        return made


PURE = (
    *("range", "dict", "lipsum", "cycler", "joiner", "namespace"),
    *("_", "gettext", "ngettext", "pgettext"),
)
"""Globals of templates that isolated parts have, too. The functions of the app that say the same
for all phones say so themselves (`pure`)."""


def pure(templates: Any, **functions: Callable[..., object]) -> None:
    """Give templates these `functions`, isolated parts too: what they return follows from what
    they are given, the language and the names of the table."""
    templates.globals.update(functions)
    templates.isolated_globals.update(functions)


def url_for(endpoint: str, **values: object) -> str:
    """Return the address of `endpoint`, kept as templates have it."""
    address: Callable[..., str] = current_app.extensions["addresses"]
    return address(endpoint, **values)


def kept_addresses(url_for: Callable[..., str], along: Callable[[], object]) -> Callable[..., str]:
    """Return `url_for`, which puts each address together once; `along`: what else it depends on."""
    kept: Kept[str] = Kept(MOST_ADDRESSES)

    def address(endpoint: str, **values: object) -> str:
        # 1 and True are one key of a dict, but not one address.
        key = (along(), endpoint, *values.items(), *map(type, values.values()))
        try:
            found = kept.get(key)
        except TypeError:  # a list, say, has no hash
            return url_for(endpoint, **values)
        if found is None:
            found = url_for(endpoint, **values)
            if len(found) <= LONGEST_ADDRESS:
                kept.put(key, found, 1)
        return found

    return address

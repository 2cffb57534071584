/**
 * Sample arguments for messages, derived from the types of their parameters, so that every message
 * is tested with every name that it accepts.
 */

import ts from "typescript";

/** Placeholder characters, one per parameter. */
export const SIGNS = ["①", "②", "③", "④", "⑤", "⑥"];
/** Numbers of all plural categories. */
const NUMBERS = [0, 1, 2, 5, 11, 1.5];
/** Maximum number of combinations for messages with many parameters. */
const MAX_TRIALS = 60;

/** A message with the arguments of each trial; none for a plain text. */
export interface Trial {
  readonly path: readonly string[];
  readonly calls: readonly (readonly unknown[])[] | null;
}

/** The messages of one language in one file. */
export interface Messages {
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
}

/** Trials of every message in these files. */
export function trialsOf(all: readonly Messages[]): Trial[][] {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const program = ts.createProgram(
    all.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  return all.map(({ file, name, value }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name);
    if (!symbol) throw new RangeError(`${file} exports no "${name}"`);
    return new Reader(checker).trials(checker.getTypeOfSymbol(symbol), value, []);
  });
}

class Reader {
  constructor(private readonly checker: ts.TypeChecker) {}

  trials(type: ts.Type, value: unknown, path: readonly string[]): Trial[] {
    if (typeof value === "string") return [{ path, calls: null }];
    if (typeof value === "function") {
      const [call] = (type.isUnion() ? type.types : [type]).flatMap((each) =>
        each.getCallSignatures(),
      );
      if (!call) throw new RangeError(`${path.join(".")} has not the type of a function`);
      return [{ path, calls: this.calls(call) }];
    }
    return Object.entries(value ?? {}).flatMap(([name, each]: [string, unknown]) =>
      this.trials(this.part(type, name), each, [...path, name]),
    );
  }

  /** The type of a property, or of an element. */
  private part(type: ts.Type, name: string): ts.Type {
    const property = this.checker.getPropertyOfType(type, name);
    const found = property
      ? this.checker.getTypeOfSymbol(property)
      : (type.getNumberIndexType() ?? type.getStringIndexType());
    return found ?? type;
  }

  private calls(call: ts.Signature): unknown[][] {
    const lists = call.parameters.map((parameter, i) =>
      this.samples(this.checker.getTypeOfSymbol(parameter), SIGNS[i] ?? "⓪"),
    );
    const maxLength = Math.max(1, ...lists.map(({ length }) => length));
    const all = lists.reduce((size, { length }) => size * length, 1);
    return all <= MAX_TRIALS ? product(lists) : diagonal(lists, maxLength);
  }

  /** Values of a type; `sign` is the value for strings. */
  private samples(type: ts.Type, sign: string): unknown[] {
    if (type.isUnion()) return type.types.flatMap((each) => this.samples(each, sign));
    if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return [this.checker.typeToString(type) === "true"];
    if (type.flags & ts.TypeFlags.StringLike) return [sign];
    if (type.flags & ts.TypeFlags.Number) return NUMBERS;
    if (type.flags & ts.TypeFlags.Null) return [null];
    if (type.flags & ts.TypeFlags.Undefined) return [undefined];
    if (this.checker.isTupleType(type))
      return product(this.parts(type).map((part) => this.samples(part, sign)));
    if (this.checker.isArrayType(type)) return this.lists(this.parts(type)[0], sign);
    if (type.getCallSignatures().length > 0) return [() => sign];
    return this.objects(type, sign);
  }

  private parts(type: ts.Type): readonly ts.Type[] {
    return this.checker.getTypeArguments(type as ts.TypeReference);
  }

  /** A short list and a longer one. */
  private lists(part: ts.Type | undefined, sign: string): unknown[][] {
    const found = part ? this.samples(part, sign) : [];
    return [2, 3].map((length) => Array.from({ length }, (_, i) => found[i % found.length]));
  }

  /** One object per sample of the property with the most samples. */
  private objects(type: ts.Type, sign: string): unknown[] {
    const properties = type.getProperties();
    const lists = properties.map((each) => this.samples(this.checker.getTypeOfSymbol(each), sign));
    const maxLength = Math.max(1, ...lists.map(({ length }) => length));
    return diagonal(lists, maxLength).map((values) =>
      Object.fromEntries(properties.map(({ name }, i) => [name, values[i]])),
    );
  }
}

function product(lists: readonly (readonly unknown[])[]): unknown[][] {
  return lists.reduce<unknown[][]>(
    (tuples, list) => tuples.flatMap((tuple) => list.map((value) => [...tuple, value])),
    [[]],
  );
}

/** Tuples that contain each value of each list. */
function diagonal(lists: readonly (readonly unknown[])[], maxLength: number): unknown[][] {
  return Array.from({ length: maxLength }, (_, i) => lists.map((list) => list[i % list.length]));
}

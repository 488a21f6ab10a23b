import type { Relation } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { Args, CALL } from './args.js';
import { Slot, type Sql } from '#core/sql/sql.js';

/** PostgreSQL types of the values of a statement by their names, such as `{ ids: 'uuid[]' }`. */
export type Parameters = Readonly<Record<string, string>>;
export type SlotsOf<P extends Parameters> = { readonly [Name in keyof P]: Slot };
export type ValuesOf<P extends Parameters> = { readonly [Name in keyof P]: unknown };

/** SQL that answers rows of a type. */
export type Answers<Row> = Sql & { readonly row?: Row };

/** Definition with a name of its own. */
interface Named {
  readonly name: string;
}

/** Definition, or one of few words, on which the text of a statement depends. */
export type Subject = string | boolean | Named | Relation | readonly (Named | Relation)[];

/** Access of a statement; a read may be sent again when its answer was lost. */
export type StatementAccess = 'read' | 'write';

type Build<P extends Parameters, About extends readonly Subject[], Row> = (
  env: Definitions,
  slots: SlotsOf<P>,
  ...about: About
) => Answers<Row>;

const FIRST_SLOT = Object.keys(CALL).length;

/**
 * A statement that is compiled once for each version of the definitions and each subject. Its text follows from both
 * alone: it gets neither the caller nor the values, so that equal keys are equal texts.
 */
export class DeclaredStatement<P extends Parameters, About extends readonly Subject[], Row> {
  readonly #names: readonly (keyof P & string)[];
  readonly #slots: SlotsOf<P>;
  readonly #plainKey: string;

  constructor(
    /** A word, and the only one of its kind. */
    readonly name: string,
    readonly access: StatementAccess,
    parameters: P,
    private readonly build: Build<P, About, Row>,
  ) {
    this.#names = Object.keys(parameters);
    const slots = this.#names.map((each, i) => [each, new Slot(FIRST_SLOT + i, parameters[each])] as const);
    this.#slots = Object.fromEntries(slots) as SlotsOf<P>;
    this.#plainKey = `${name}()`;
  }

  /** Number of its subjects. */
  get subjects(): number {
    return Math.max(this.build.length - 2, 0);
  }

  /** Key within a version of the definitions. */
  keyOf(about: About): string {
    return about.length === 0 ? this.#plainKey : `${this.name}(${about.map(subjectKey).join()})`;
  }

  compile(env: Definitions, about: About): Answers<Row> {
    return this.build(env, this.#slots, ...about);
  }

  /** Values of the call and of the statement, in the order of its slots. */
  bind(ctx: RequestContext, values: ValuesOf<P>): Args {
    const args = new Args(ctx);
    for (const each of this.#names) args.values.push(values[each]);
    return args;
  }
}

/** A statement that writes. @param name a word that no other statement has */
export const statement = <P extends Parameters, About extends readonly Subject[], Row>(
  name: string,
  parameters: P,
  build: Build<P, About, Row>,
): DeclaredStatement<P, About, Row> => new DeclaredStatement(name, 'write', parameters, build);

/** A statement without writes and locks. @param name as of `statement` */
export const readStatement = <P extends Parameters, About extends readonly Subject[], Row>(
  name: string,
  parameters: P,
  build: Build<P, About, Row>,
): DeclaredStatement<P, About, Row> => new DeclaredStatement(name, 'read', parameters, build);

function subjectKey(subject: Subject): string {
  if (typeof subject !== 'object') return String(subject);
  if ('length' in subject) return `[${subject.map(subjectKey).join()}]`;
  return 'childField' in subject ? `${subject.childEntity}.${subject.childField}` : subject.name;
}

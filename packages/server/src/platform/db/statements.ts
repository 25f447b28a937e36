import type { Ctx } from '../ctx.ts'
import type { Database, Statement, Tx } from '../tx.ts'
import { booleanArray, numberArray, textArray } from './arrays.ts'

type Values = readonly unknown[]
type Send<Subject> = (subject: Subject, statement: Statement, values: Values) => Promise<unknown[]>

/**
 * Returns a value as a parameter of a statement. An array becomes an array literal of PostgreSQL, whose type its first non-null
 * element decides: texts, booleans, else numbers. Any other value is returned as it is.
 */
function parameterOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const present: unknown = value.find((item) => item !== null)
  if (typeof present === 'string') return textArray(value)
  return typeof present === 'boolean' ? booleanArray(value) : numberArray(value)
}

/**
 * Returns functions that define a statement by name and text. Each definition is a function of a subject, which sends the
 * statement, and the values of its parameters in order. `rows` gives all rows, `row` the first or undefined, `has` true if there
 * is a row, `run` nothing, and `read` the result of its function for all rows.
 */
function definitionsBy<Subject>(send: Send<Subject>) {
  const sending = (name: string, text: string) => {
    const statement: Statement = { name, text }
    return (subject: Subject, values: Values) => send(subject, statement, values.map(parameterOf))
  }
  return {
    rows<Row, V extends Values = []>(name: string, text: string) {
      const sent = sending(name, text)
      return async (subject: Subject, ...values: V) => (await sent(subject, values)) as Row[]
    },
    row<Row, V extends Values = []>(name: string, text: string) {
      const sent = sending(name, text)
      return async (subject: Subject, ...values: V) => (await sent(subject, values))[0] as Row | undefined
    },
    read<Row, Result, V extends Values = []>(name: string, text: string, resultOf: (rows: Row[]) => Result) {
      const sent = sending(name, text)
      return async (subject: Subject, ...values: V) => resultOf((await sent(subject, values)) as Row[])
    },
    has<V extends Values = []>(name: string, text: string) {
      const sent = sending(name, text)
      return async (subject: Subject, ...values: V): Promise<boolean> => (await sent(subject, values)).length > 0
    },
    run<V extends Values = []>(name: string, text: string) {
      const sent = sending(name, text)
      return async (subject: Subject, ...values: V): Promise<void> => void (await sent(subject, values))
    },
  }
}

/**
 * Functions that define statements about rows of one company. `$1` is the company of `ctx`, the values of a call are `$2` and so
 * on.
 */
export const {
  rows: companyRows,
  row: companyRow,
  read: companyRead,
  has: companyHas,
  run: companyRun,
} = definitionsBy<Ctx>(({ tx, companyId }, statement, values) => tx.prepared(statement, [companyId, ...values]))

/**
 * Functions that define statements without a company, which run in a transaction of the caller. The values of a call are `$1` and
 * so on.
 */
export const {
  rows: directoryRows,
  row: directoryRow,
  read: directoryRead,
  has: directoryHas,
  run: directoryRun,
} = definitionsBy<Tx>((tx, statement, values) => tx.prepared(statement, values))

/**
 * Functions that define statements without a company, each of which runs in a transaction of its own. The values of a call are
 * `$1` and so on.
 */
export const {
  rows: databaseRows,
  row: databaseRow,
  read: databaseRead,
  has: databaseHas,
  run: databaseRun,
} = definitionsBy<Database>((database, statement, values) =>
  database.inDirectory((tx) => tx.prepared(statement, values)),
)

/**
 * Returns the result of `read` for the ids. Within one snapshot, later calls with the same `question` and the same ids, in any
 * order, get the first result or error and do not read; callers must not change it. Outside a snapshot, each call reads.
 */
export function onceFor<Result>(
  ctx: Ctx,
  question: string,
  ids: readonly number[],
  read: (ctx: Ctx, ids: readonly number[]) => Promise<Result>,
): Promise<Result> {
  return ctx.tx.once(`${question} ${[...ids].sort((a, b) => a - b)}`, () => read(ctx, ids))
}

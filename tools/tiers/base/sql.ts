import type { SourceFile } from './source-tree.ts'
import { calleeOf, child, children, literalText, type Node, walk } from './walk.ts'

/** SQL in a source, from a call of the query builder or from a text, with the names of the tables that it writes and reads. */
export interface Sql {
  readonly offset: number
  readonly writes: readonly string[]
  readonly reads: readonly string[]
}

const WRITERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const READERS = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'using'])

// Keywords all in lower case or all in upper case, as in SQL, and enough of a statement so that an English sentence does not
// match.
const STATEMENT = new RegExp(
  [
    String.raw`select\s[\s\S]*\bfrom\s`,
    String.raw`select\s+(\w+\(|\$?\d)`,
    String.raw`insert\s+into\s`,
    String.raw`update\s+[\w".?]+(\s+(as\s+)?\w+)?\s+set\s`,
    String.raw`delete\s+from\s+\w+(\s+(where|using|as)\b|\s*$)`,
    String.raw`merge\s+into\s`,
    String.raw`with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s+(not\s+|materialized\s+)*\(`,
    String.raw`copy\s+["(]?\w[\s\S]*\b(from\s+stdin|to\s+stdout)\b`,
    String.raw`truncate\s+(table\s+)?\w+\s*$`,
    String.raw`(create|alter|drop)\s+(table|index|role|policy|schema|function|view|sequence|extension|database)\b`,
  ].join('|'),
)
const isStatement = (text: string) =>
  [text, smallWhereLarge(text)].some((spelling) => STATEMENT.exec(spelling)?.index === leading(spelling))
const leading = (text: string) => text.length - text.trimStart().length
const smallWhereLarge = (text: string) => text.replace(/\b[A-Z]+\b/g, (word) => word.toLowerCase())
const WRITTEN =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]\w*)"?/gi
const COPIED = /\bcopy\s+"?([a-z_]\w*)"?[^;]*\bfrom\b/gi
const READ = /\b(?:from|join)\s+(?:only\s+)?"?([a-z_]\w*)"?/gi
const NO_TABLES = new Set(['set', 'skip', 'nowait', 'of', 'on'])

/**
 * Yields the SQL of each call of the query builder and of each text that begins as a statement in a file. A table whose computed
 * name is not in the text is not seen.
 */
export function* sqlIn(file: SourceFile): Generator<Sql> {
  for (const node of walk(file.program)) {
    const called = builderCall(node)
    if (called) yield called
    const text = literalText(node)
    if (text !== undefined && isStatement(text)) yield { offset: node.start, ...tablesOf(text) }
  }
}

function builderCall(node: Node): Sql | undefined {
  const method = calleeOf(node)?.split('.').at(-1)
  if (!method || !(WRITERS.has(method) || READERS.has(method))) return undefined
  const first = children(node, 'arguments')[0]
  const names = first?.type === 'ArrayExpression' ? children(first, 'elements').map(literalText) : [literalText(first)]
  const tables = names.flatMap((name) => name?.trim().split(/\s/)[0] ?? [])
  if (tables.length === 0) return undefined
  const isWrite = WRITERS.has(method)
  return {
    offset: child(node, 'callee')?.start ?? node.start,
    writes: isWrite ? tables : [],
    reads: isWrite ? [] : tables,
  }
}

function tablesOf(text: string): { writes: string[]; reads: string[] } {
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap((match) => match[1]?.toLowerCase() ?? []).filter((name) => !NO_TABLES.has(name))
  // `for update of x` and `on conflict do update set` name no table to write, and `delete from x` none to read.
  const plain = text.replace(/\b(for|do)\s+(no\s+key\s+)?update\b/gi, '')
  const deleted = new Set([...plain.matchAll(/\bdelete\s+from\s+"?([a-z_]\w*)"?/gi)].map((match) => match.index))
  const withoutDeletes = deleted.size > 0 ? plain.replace(/\bdelete\s+from\b/gi, 'delete') : plain
  return {
    writes: [
      ...[...plain.matchAll(WRITTEN)]
        .flatMap((match) => match[1]?.toLowerCase() ?? [])
        .filter((name) => !NO_TABLES.has(name)),
      ...named(COPIED),
    ],
    reads: [...withoutDeletes.matchAll(READ)].flatMap((match) => match[1]?.toLowerCase() ?? []),
  }
}

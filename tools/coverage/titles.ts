export interface Titles {
  /** Titles of tests and of tables of tests, without skipped, fixme and todo tests. */
  readonly tests: ReadonlySet<string>
  /** Titles of groups of tests (`describe`), without skipped groups. */
  readonly groups: ReadonlySet<string>
}

const CALL = /\b(test|it|describe)((?:\.\w+)*)(?=[(<])/g
const TITLE = /^\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/
const TABLE_END = /\)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/g

/**
 * Returns the titles of the tests and groups in the source of a test file, as they are written there, with placeholders such as
 * `%s` or `${width}`. Titles that are no literal text are left out.
 */
export function titlesIn(source: string): Titles {
  const tests = new Set<string>()
  const groups = new Set<string>()
  const calls = [...source.matchAll(CALL)]
  for (const [index, call] of calls.entries()) {
    const [text, kind, modifiers = ''] = call
    const rest = source.slice(call.index + text.length, calls[index + 1]?.index)
    if (/\.(skip|todo|fixme)\b/.test(modifiers)) continue
    const title =
      modifiers.endsWith('.each') || modifiers.endsWith('.for') ? afterTable(rest) : written(TITLE.exec(rest))
    if (title !== undefined) (kind === 'describe' ? groups : tests).add(title)
  }
  return { tests, groups }
}

/** Returns the title of a table of tests: the first text in the call after the table; undefined if there is none. */
const afterTable = (rest: string) => written(rest.matchAll(TABLE_END).next().value ?? null)

const written = (match: RegExpExecArray | null) =>
  (match?.[1] ?? match?.[2] ?? match?.[3])?.replaceAll(/\\(['"`])/g, '$1')

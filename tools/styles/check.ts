import type { Finding } from '../tiers/base/rule.ts'
import type { SourceFile } from '../tiers/base/source-tree.ts'
import { children, walk } from '../tiers/base/walk.ts'
import { rulesOf } from './style-sheet.ts'

/** Contents of style sheets by path. */
export type StyleSheets = ReadonlyMap<string, string>

/**
 * Largest number of lines of all style sheets together, as the formatter writes them. It must be lowered after lines are removed.
 * Before it is raised, a class of `packages/web/src/ui` with the same effect must be looked for.
 */
export const MOST_LINES = 6751

/**
 * Returns the findings about style sheets; empty: none. There is one for each class that no source names, one for each rule of
 * single classes, outside of blocks such as `@media`, with the same two or more declarations as an earlier rule, and one if all
 * style sheets together have more than `mostLines` lines.
 */
export const styleFindings = (
  sheets: StyleSheets,
  sources: Iterable<SourceFile>,
  mostLines = MOST_LINES,
): Finding[] => [...unnamedClasses(sheets, namesIn(sources)), ...sameRules(sheets), ...tooManyLines(sheets, mostLines)]

/** Returns the number of lines of all style sheets together. */
export const linesOf = (sheets: StyleSheets): number =>
  [...sheets.values()].reduce((sum, css) => sum + css.split('\n').length - 1, 0)

function tooManyLines(sheets: StyleSheets, most: number): Finding[] {
  const lines = linesOf(sheets)
  if (lines <= most) return []
  const message = `The style sheets have ${lines} lines, of at most ${most}: use classes of packages/web/src/ui, or remove rules.`
  return [{ path: 'tools/styles/check.ts', line: 1, message }]
}

interface Names {
  /** Words in the texts of the sources. */
  readonly words: ReadonlySet<string>
  /** Beginnings of words that a template completes, such as `tone-` of `tone-${tone}`. */
  readonly beginnings: ReadonlySet<string>
}

const WORD = /[A-Za-z][\w-]*/g

/**
 * Returns the words of all string literals and templates, and the beginnings of words before a placeholder. No other code names a
 * class.
 */
function namesIn(sources: Iterable<SourceFile>): Names {
  const words = new Set<string>()
  const beginnings = new Set<string>()
  for (const { program } of sources) {
    for (const node of walk(program)) {
      if (node.type === 'Literal' && typeof node.value === 'string')
        for (const [word] of node.value.matchAll(WORD)) words.add(word)
      if (node.type !== 'TemplateLiteral') continue
      const parts = children(node, 'quasis').map((part) => (part.value as { raw: string }).raw)
      for (const [place, text] of parts.entries()) {
        for (const [word] of text.matchAll(WORD)) words.add(word)
        const cut = place < parts.length - 1 ? /[A-Za-z][\w-]*-$/.exec(text)?.[0] : undefined
        if (cut !== undefined) beginnings.add(cut)
      }
    }
  }
  return { words, beginnings }
}

const CLASS = /\.(-?[A-Za-z_][\w-]*)/g

function unnamedClasses(sheets: StyleSheets, { words, beginnings }: Names): Finding[] {
  const isNamed = (name: string): boolean => words.has(name) || [...beginnings].some((each) => name.startsWith(each))
  return [...sheets].flatMap(([path, css]) => {
    const found = new Map<string, number>()
    for (const { line, selectors } of rulesOf(css))
      for (const { 1: name = '' } of selectors.join(',').matchAll(CLASS))
        if (!found.has(name) && !isNamed(name)) found.set(name, line)
    return [...found].map(([name, line]) => ({
      path,
      line,
      message: `No source names the class \`${name}\`: remove what styles it.`,
    }))
  })
}

/** Number of declarations from which on two equal rules are a finding. */
const SAME_FROM = 2

function sameRules(sheets: StyleSheets): Finding[] {
  const first = new Map<string, string>()
  const findings: Finding[] = []
  for (const [path, css] of sheets)
    for (const { line, selectors, declarations, isConditional } of rulesOf(css)) {
      const areClasses = selectors.every((each) => /^\.[\w-]+$/.test(each))
      if (isConditional || !areClasses || declarations.length < SAME_FROM) continue
      const body = declarations.join('; ')
      const other = first.get(body)
      const names = selectors.join(', ')
      if (other === undefined) first.set(body, `${names} (${path})`)
      else findings.push({ path, line, message: `\`${names}\` is styled as ${other}: use one class.` })
    }
  return findings
}

import { posix } from 'node:path'
import { type Finding, findingAt } from '../tiers/base/rule.ts'
import type { SourceFile, SourceTree } from '../tiers/base/source-tree.ts'
import { child, walk } from '../tiers/base/walk.ts'
import { wordsOf } from '../tiers/base/words.ts'
import { bindingsOf } from './bindings.ts'
import { NO_VARIABLES, NOT_FIRST, PLAIN_WORDS, SHARED_TYPE_NAMES } from './table.ts'

/**
 * Returns a finding for every place where a source breaks a rule of plain English that a program can check: names, docstrings,
 * names of files, titles of tests, and names of types used twice.
 */
export const wordFindings = (tree: SourceTree): Finding[] => [
  ...[...tree.values()].flatMap((file) => [
    ...nameFindings(file),
    ...docstringFindings(file),
    ...wideComments(file),
    ...fileNameFindings(file),
    ...titleFindings(file),
  ]),
  ...sharedTypeNames(tree),
]

function* nameFindings(file: SourceFile): Generator<Finding> {
  for (const { name, start, kind } of bindingsOf(file.program)) {
    if (kind === 'variable' && NO_VARIABLES.has(name))
      yield findingAt(file, start, `No variable is called \`${name}\`: name the thing it holds.`)
    const word = wordsOf(name).find((each) => PLAIN_WORDS.has(each))
    if (word !== undefined) yield findingAt(file, start, `\`${name}\`: for \`${word}\` say ${PLAIN_WORDS.get(word)}.`)
  }
}

function* fileNameFindings(file: SourceFile): Generator<Finding> {
  const word = wordsOf(posix.basename(file.path)).find((each) => PLAIN_WORDS.has(each))
  if (word !== undefined) yield findingAt(file, 0, `File name: for \`${word}\` say ${PLAIN_WORDS.get(word)}.`)
}

const DOCSTRING = /\/\*\*\s*(?:\*\s*)?([A-Za-z']+)/g
const VAGUE = /\/\*\*\s*(?:\*\s*)?Returns (what|where|when|why|whose?)\b/g

function* docstringFindings(file: SourceFile): Generator<Finding> {
  for (const { 1: first = '', index } of file.text.matchAll(DOCSTRING)) {
    if (NOT_FIRST.has(first))
      yield findingAt(file, index, `A docstring begins with a verb or names the thing, not with \`${first}\`.`)
  }
  for (const { 1: word = '', index } of file.text.matchAll(VAGUE))
    yield findingAt(file, index, `A docstring names the thing that is returned: \`Returns ${word} ...\` does not.`)
}

/** Characters of a line of a comment at most; the formatter breaks lines of code only. */
const COMMENT_WIDTH = 130
const WIDE_COMMENT = new RegExp(`^(?=[ ]*(?:/?\\*|//))[^\\n]{${COMMENT_WIDTH + 1},}$`, 'gm')

function* wideComments(file: SourceFile): Generator<Finding> {
  for (const { index } of file.text.matchAll(WIDE_COMMENT))
    yield findingAt(file, index, `A line of a comment has at most ${COMMENT_WIDTH} characters.`)
}

const TITLE = /^\s*(?:test|it|describe)\b[^'"`\n]*\(\s*(['"`])((?:(?!\1).)*)\1/gm

/** Yields a finding for each title of a test that contains a word of the table. */
function* titleFindings(file: SourceFile): Generator<Finding> {
  for (const { 2: title = '', index } of file.text.matchAll(TITLE)) {
    const word = title
      .toLowerCase()
      .split(/[^a-z]+/)
      .find((each) => PLAIN_WORDS.has(each))
    if (word !== undefined)
      yield findingAt(file, index, `Title of a test: for \`${word}\` say ${PLAIN_WORDS.get(word)}.`)
  }
}

const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'])

/**
 * Returns a finding for each exported type whose name another file of the same package exports too, unless the pair is listed.
 */
function sharedTypeNames(tree: SourceTree): Finding[] {
  const first = new Map<string, string>()
  const findings: Finding[] = []
  for (const file of tree.values()) {
    const packageOf = file.path
      .split('/')
      .slice(0, file.path.startsWith('packages/') ? 2 : 1)
      .join('/')
    for (const node of walk(file.program)) {
      if (node.type !== 'ExportNamedDeclaration') continue
      const declaration = child(node, 'declaration')
      const name = child(declaration, 'id')?.name
      if (!declaration || !TYPES.has(declaration.type) || typeof name !== 'string') continue
      const key = `${packageOf}:${name}`
      const other = first.get(key)
      if (other === undefined) first.set(key, file.path)
      else if (other !== file.path && !SHARED_TYPE_NAMES.has(key))
        findings.push(
          findingAt(file, declaration.start, `Type \`${name}\` is exported by ${other} too: name one of them anew.`),
        )
    }
  }
  return findings
}

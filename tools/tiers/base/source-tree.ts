import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { type ParserOptions, parseSync, rawTransferSupported } from 'oxc-parser'
import { type Import, importsOf } from './imports.ts'
import type { Node } from './walk.ts'

/** Source file of the project as the rules read it. Paths are relative to the root of the clone, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly folder: string
  /** True for tests, their helpers, the lab and e2e, to which most rules do not apply. */
  readonly isTest: boolean
  readonly text: string
  readonly program: Node
  readonly imports: readonly Import[]
  lineAt(offset: number): number
}

export type SourceTree = ReadonlyMap<string, SourceFile>

const TEST_FILE = /(\.(test|testing)\.tsx?$)|(^|\/)test\/|^(packages\/lab|e2e)\//

/**
 * Returns the source tree made of texts by path. The checks run on such a tree; their tests write a tree by hand. Throws an error
 * if a text cannot be parsed.
 */
export function treeOf(texts: Readonly<Record<string, string>>): SourceTree {
  const paths = new Set(Object.keys(texts))
  return new Map(Object.entries(texts).map(([path, text]) => [path, sourceFile(path, text, paths)]))
}

/**
 * The parser gives its tree in memory, not as a text in JSON, which takes a third of the time of all rules. The types of the
 * parser do not know this option yet.
 */
const sharedMemory = { experimentalRawTransfer: rawTransferSupported() } as ParserOptions

function sourceFile(path: string, text: string, paths: ReadonlySet<string>): SourceFile {
  const parsed = parseSync(path, text, { ...sharedMemory, lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const broken = parsed.errors.find((error) => error.severity === 'Error')
  if (broken) throw new Error(`${path}: cannot be read: ${broken.message}`)
  const program = parsed.program as unknown as Node
  return {
    path,
    folder: posix.dirname(path),
    isTest: TEST_FILE.test(path),
    text,
    program,
    imports: importsOf(path, text, parsed.module, paths),
    lineAt: (offset) => text.slice(0, offset).split('\n').length,
  }
}

const ROOTS = ['packages', 'tools', 'bench', 'e2e']
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'fixtures'])

const trees = new Map<string, SourceTree>()

/**
 * Returns all TypeScript sources below packages, tools, bench and e2e, without folders such as `node_modules` and `dist`, as a
 * source tree. They are read once, even if they change later.
 */
export function readTree(root: string): SourceTree {
  const tree = trees.get(root) ?? readSources(root)
  trees.set(root, tree)
  return tree
}

function readSources(root: string): SourceTree {
  const texts: Record<string, string> = {}
  for (const path of ROOTS.flatMap((folder) => filesUnder(join(root, folder)))) {
    texts[relative(root, path).split(sep).join('/')] = readFileSync(path, 'utf8')
  }
  return treeOf(texts)
}

function filesUnder(folder: string): string[] {
  return entriesOf(folder)
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(path)
      return /\.tsx?$/.test(entry.name) ? [path] : []
    })
    .sort()
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // the root has no such folder yet
  }
}

import type { SourceFile, SourceTree } from './source-tree.ts'

export interface Finding {
  readonly path: string
  readonly line: number
  /** What is wrong and what to do about it, in one sentence each. */
  readonly message: string
}

export interface Rule {
  /** The number in "Rules of dependence" (CONTRIBUTING.md), and a word for it. */
  readonly name: string
  check(tree: SourceTree): Finding[]
}

export const findingAt = (file: SourceFile, offset: number, message: string): Finding => ({
  path: file.path,
  line: file.lineAt(offset),
  message,
})

/** Runs `look` over every file that `applies`. */
export function perFile(
  tree: SourceTree,
  applies: (file: SourceFile) => boolean,
  look: (file: SourceFile) => Iterable<Finding>,
): Finding[] {
  return [...tree.values()].filter(applies).flatMap((file) => [...look(file)])
}

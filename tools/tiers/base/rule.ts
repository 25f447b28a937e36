import type { SourceFile, SourceTree } from './source-tree.ts'

export interface Finding {
  readonly path: string
  readonly line: number
  /** Message with the fault and the remedy, in one sentence each. */
  readonly message: string
}

export interface Rule {
  /** Number of the rule in "Rules of dependence" (CONTRIBUTING.md), and a short name. */
  readonly name: string
  check(tree: SourceTree): Finding[]
}

export const findingAt = (file: SourceFile, offset: number, message: string): Finding => ({
  path: file.path,
  line: file.lineAt(offset),
  message,
})

/** Runs `look` on every file for which `applies` returns true, and returns all findings in the order of the tree. */
export function perFile(
  tree: SourceTree,
  applies: (file: SourceFile) => boolean,
  look: (file: SourceFile) => Iterable<Finding>,
): Finding[] {
  return [...tree.values()].filter(applies).flatMap((file) => [...look(file)])
}

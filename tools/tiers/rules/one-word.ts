import { moduleTiers } from '../base/layout.ts'
import { type Finding, findingAt, type Rule } from '../base/rule.ts'
import type { SourceFile, SourceTree } from '../base/source-tree.ts'
import { namedOtherwise } from '../base/words.ts'

const CONTRACT = /^packages\/contract\/src\/http\/([^/]+?)(\.test|\.testing)?\.ts$/
const FEATURE = /^packages\/web\/src\/features\/([^/]+)\//
const DOMAIN = /^packages\/domain\/src\/([^/]+)\//
const MOST_EXCEPTIONS = 5

/**
 * Rule 11: a subject has one word. A file of the contract is `<module>.ts` or `<module>-<part>.ts`; a feature of the web and a
 * folder of the domain have the name of a module. At most five exceptions are listed.
 */
export const oneWord: Rule = {
  name: '11 one word',
  check: (tree) => [
    ...contractFiles(tree),
    ...foldersOf(tree, FEATURE, 'The feature'),
    ...foldersOf(tree, DOMAIN, 'The folder of the domain'),
  ],
}

const modules = moduleTiers.flat()
const isOfModule = (word: string) => modules.some((module) => word === module || word.startsWith(`${module}-`))
const isException = (word: string) => Object.keys(namedOtherwise).slice(0, MOST_EXCEPTIONS).includes(word)

function contractFiles(tree: SourceTree): Finding[] {
  return [...tree.values()].flatMap((file) => {
    const word = CONTRACT.exec(file.path)?.[1]
    if (word === undefined || isOfModule(word) || isException(word)) return []
    return [
      findingAt(file, 0, `No server module is called ${word}: name the file after the module that answers its calls.`),
    ]
  })
}

function foldersOf(tree: SourceTree, pattern: RegExp, kind: string): Finding[] {
  const firstFiles = new Map<string, SourceFile>()
  for (const file of tree.values()) {
    const word = pattern.exec(file.path)?.[1]
    if (word !== undefined && !file.isTest && !firstFiles.has(word)) firstFiles.set(word, file)
  }
  return [...firstFiles].flatMap(([word, file]) => {
    if (modules.includes(word) || isException(word)) return []
    return [findingAt(file, 0, `${kind} ${word} has the name of no server module: use the word of its module.`)]
  })
}

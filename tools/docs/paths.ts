import { posix } from 'node:path'

export interface Citation {
  readonly line: number
  readonly path: string
}

const CODE = /`([^`\n]+)`/g
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g
const TOP = /^(packages|tools|docs|e2e|bench|fixtures|\.ci)(\/|$)/
const FILE = /^[\w.@-]+(\/[\w.@{},*-]+)*\.(md|ts|tsx|mjs|json|sql|ya?ml)$/

/**
 * Returns the project paths that a document cites, with their line numbers from 1: targets of links without their anchors, as
 * `./path`, and code that is a path. Addresses with a scheme and fenced blocks are left out.
 */
export function citationsIn(text: string): Citation[] {
  let isFenced = false
  return text.split('\n').flatMap((row, index) => {
    if (/^\s*(```|~~~)/.test(row)) isFenced = !isFenced
    if (isFenced) return []
    const linked = [...row.matchAll(LINK)]
      .flatMap((match) => match[1] ?? [])
      .filter((target) => !/^[a-z]+:/i.test(target))
    const coded = [...row.matchAll(CODE)].flatMap((match) => match[1] ?? []).filter(isPath)
    const paths = [...linked.map((path) => ({ path, isLink: true })), ...coded.map((path) => ({ path, isLink: false }))]
    return paths.map(({ path, isLink }) => ({ line: index + 1, path: isLink ? `./${path}` : path }))
  })
}

/**
 * Returns true if code in a document is a path: it begins with a top folder, or names a file in a folder. Placeholders (`NNNN`,
 * `NAME`, `<...>`) and words with a slash such as `and/or` or `/v0/e` are not.
 */
function isPath(code: string): boolean {
  if (/[\s<>…$]|NAME|NNNN|\.\.\./.test(code) || /^(@|node:|\/)/.test(code)) return false
  return TOP.test(code) || (code.includes('/') && FILE.test(code))
}

/**
 * Returns the citations of a document that name no file. `exists` returns true if there is a path, which may contain `*`; `{a,b}`
 * is expanded, and each of its paths must exist. A path may begin at the root, in packages/, beside the document, or in the src/
 * beside it; a link only beside the document.
 */
export function deadCitations(document: string, text: string, exists: (path: string) => boolean): Citation[] {
  const folder = posix.dirname(document)
  return citationsIn(text).filter(({ path }) => {
    const near = [posix.join(folder, path), posix.join(folder, 'src', path)]
    const candidates = path.startsWith('./')
      ? [posix.join(folder, path)]
      : [path, posix.join('packages', path), ...near]
    return !candidates.some((candidate) =>
      alternatives(candidate).every((alternative) => exists(alternative.replace(/\/$/, ''))),
    )
  })
}

function alternatives(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path)
  if (!braces) return [path]
  return (braces[1] ?? '').split(',').flatMap((option) => alternatives(path.replace(braces[0], option.trim())))
}

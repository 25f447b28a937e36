import { posix } from 'node:path'
import type { EcmaScriptModule } from 'oxc-parser'

export interface Import {
  readonly specifier: string
  /** Path of the imported project file, which may not exist; undefined for an external package (then see `packageName`). */
  readonly target: string | undefined
  readonly packageName: string
  readonly isTypeOnly: boolean
  /**
   * Imported names; `*` for a namespace and for `import()`, `default` for the default export. Empty for an import without names.
   */
  readonly names: readonly string[]
  readonly offset: number
}

/**
 * Returns all imports of a file: imports, re-exports and `import()` with a literal. An `import()` of a computed path is left out.
 */
export function importsOf(path: string, text: string, module: EcmaScriptModule, paths: ReadonlySet<string>): Import[] {
  const found: Import[] = []
  const add = (specifier: string, offset: number, names: string[], isTypeOnly: boolean) =>
    found.push({
      specifier,
      target: resolve(path, specifier, paths),
      packageName: packageOf(specifier),
      isTypeOnly,
      names,
      offset,
    })
  for (const statement of module.staticImports) {
    const names = statement.entries.map(
      (entry) => entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : '*'),
    )
    const isTypeOnly = statement.entries.length > 0 && statement.entries.every((entry) => entry.isType)
    add(statement.moduleRequest.value, statement.start, names, isTypeOnly)
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (entry.moduleRequest)
        add(entry.moduleRequest.value, statement.start, [entry.importName.name ?? '*'], entry.isType)
    }
  }
  for (const expression of module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/.exec(text.slice(expression.moduleRequest.start, expression.moduleRequest.end))
    if (literal?.[1]) add(literal[1], expression.start, ['*'], false)
  }
  return found
}

function resolve(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  const internal = /^@millwatch\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!internal) return undefined
  const base = `packages/${internal[1]}/src`
  const candidates = [`${base}/${internal[2]}/index.ts`, `${base}/${internal[2]}.ts`]
  return candidates.find((path) => paths.has(path)) ?? `${base}/${internal[2] ?? 'index'}.ts`
}

/**
 * Returns the name of the package in a specifier: `node:fs/promises` gives `node:fs`, `@scope/name/part` gives `@scope/name`,
 * `name/part` gives `name`.
 */
function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

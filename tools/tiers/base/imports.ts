import { posix } from 'node:path'
import type { EcmaScriptModule } from 'oxc-parser'

export interface Import {
  readonly specifier: string
  /** The file of the project it names, or undefined for a package from outside (then see `packageName`). */
  readonly target: string | undefined
  readonly packageName: string
  readonly isTypeOnly: boolean
  /** Imported names; `*` for a namespace, `default` for the default export. */
  readonly names: readonly string[]
  readonly offset: number
}

/** Everything a file takes from elsewhere: imports, re-exports and `import()` with a literal. */
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
  for (const one of module.staticImports) {
    const names = one.entries.map(
      (entry) => entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : '*'),
    )
    const isTypeOnly = one.entries.length > 0 && one.entries.every((entry) => entry.isType)
    add(one.moduleRequest.value, one.start, names, isTypeOnly)
  }
  for (const one of module.staticExports) {
    for (const entry of one.entries) {
      if (entry.moduleRequest) add(entry.moduleRequest.value, one.start, [entry.importName.name ?? '*'], entry.isType)
    }
  }
  for (const one of module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/.exec(text.slice(one.moduleRequest.start, one.moduleRequest.end))
    if (literal?.[1]) add(literal[1], one.start, ['*'], false)
  }
  return found
}

function resolve(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  const own = /^@millwatch\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!own) return undefined
  const base = `packages/${own[1]}/src`
  const candidates = [`${base}/${own[2]}/index.ts`, `${base}/${own[2]}.ts`]
  return candidates.find((path) => paths.has(path)) ?? `${base}/${own[2] ?? 'index'}.ts`
}

/** `node:fs/promises` -> `node:fs`, `@scope/name/part` -> `@scope/name`, `name/part` -> `name`. */
function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

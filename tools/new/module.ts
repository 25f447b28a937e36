import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moduleTiers } from '../tiers/base/layout.ts'
import { newMigration } from './migration.ts'
import { isKebab, type Names, namesOf } from './names.ts'
import { migrationOfModule, moduleFiles } from './templates.ts'

const LAYOUT = 'tools/tiers/base/layout.ts'
const MODULES = 'packages/server/src/app/modules.ts'
const CALLS = 'packages/contract/src/calls/all.ts'

/**
 * Writes a server module with its contract, its table and its test, adds it to the lists of modules, calls and tables, and
 * returns the paths of all files. Throws an error if the module exists, or if its name or tier (1 to the number of tiers) is
 * wrong.
 */
export function newModule(root: string, module: string, tier: number): string[] {
  if (!isKebab(module)) throw new Error(`A module is named in small letters and hyphens, not ${module || 'nothing'}`)
  if (!(tier >= 1 && tier <= moduleTiers.length))
    throw new Error(`The tier is a number from 1 (who, where) to ${moduleTiers.length} (pages, reports)`)
  const names = namesOf(module)
  const files = moduleFiles(names)
  const taken = [
    dirname(join(root, `packages/server/src/modules/${module}/index.ts`)),
    ...Object.keys(files).map((path) => join(root, path)),
  ]
  if (taken.some((path) => existsSync(path))) throw new Error(`There is a module ${module} already`)

  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { flag: 'wx' })
  }
  const migration = newMigration(root, names.thing.kebab, migrationOfModule(names))
  edit(root, LAYOUT, (text) => placeInTier(withOwner(text, names), module, tier))
  edit(root, CALLS, (text) => withCalls(text, names))
  edit(root, MODULES, (text) => withModule(text, names))
  return [...Object.keys(files), migration, LAYOUT, CALLS, MODULES]
}

function edit(root: string, path: string, change: (text: string) => string): void {
  writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')))
}

/**
 * Returns the text of the layout with the module added to its tier; tiers are one per line after `moduleTiers`. Throws an error
 * if the line is not found.
 */
function placeInTier(text: string, module: string, tier: number): string {
  const start = text.indexOf('moduleTiers')
  const lines = text.slice(start).split('\n')
  const line = lines[tier]
  if (!line?.trim().startsWith('[')) throw new Error(`${LAYOUT}: tier ${tier} is not where it was`)
  const quoted = `'${module}'`
  lines[tier] = line.includes('[]') ? line.replace('[]', `[${quoted}]`) : line.replace(']', `, ${quoted}]`)
  return text.slice(0, start) + lines.join('\n')
}

function withOwner(text: string, { module, thing }: Names): string {
  const start = text.indexOf('tableOwners')
  return text.slice(0, start) + insertBefore(text.slice(start), '\n}', `\n  ${thing.snake}: '${module}',`)
}

/**
 * Returns the text of the list of modules with the module and its import added, before the modules that combine several others.
 * Throws an error if the places are not found.
 */
function withModule(text: string, { module, camel }: Names): string {
  const line = `import { ${camel}Module } from '../modules/${module}/index.ts'`
  const imports = text.split('\n').filter((existing) => existing.startsWith('import '))
  const next = imports.find((existing) => existing.slice(existing.indexOf("'")) > line.slice(line.indexOf("'")))
  if (next === undefined) throw new Error(`${MODULES}: its imports are not where they were`)
  return insertBefore(insertBefore(text, next, `${line}\n`), '  viewsModule,\n', `  ${camel}Module,\n`)
}

/**
 * Returns the text of the list of all calls with the endpoints of the module added. Throws an error if the places are not found.
 */
function withCalls(text: string, { module, camel }: Names): string {
  const line = `import * as ${camel} from '../http/${module}.ts'`
  const imports = text.split('\n').filter((existing) => existing.startsWith('import * as '))
  const next = imports.find((existing) => existing.slice(existing.indexOf("'")) > line.slice(line.indexOf("'")))
  if (next === undefined) throw new Error(`${CALLS}: its imports are not where they were`)
  return insertBefore(insertBefore(text, next, `${line}\n`), '\n] as const', `\n  ${camel},`)
}

function insertBefore(text: string, mark: string, addition: string): string {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`"${mark.trim()}" is not where it was`)
  return text.slice(0, at) + addition + text.slice(at)
}

/**
 * Forms of the name of a module and of its singular: `tool-changes` has `toolChanges` (`camel`), and as `thing` `tool-change`,
 * `tool_change`, `toolChange` and `ToolChange`.
 */
export interface Names {
  readonly module: string
  readonly camel: string
  readonly thing: { readonly kebab: string; readonly snake: string; readonly camel: string; readonly pascal: string }
}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

export function isKebab(name: string): boolean {
  return KEBAB.test(name)
}

export function namesOf(module: string): Names {
  const kebab = /[^sui]s$/.test(module) ? module.slice(0, -1) : module
  const words = kebab.split('-')
  const pascal = words.map(capital).join('')
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const moduleCamel = module.split('-').map(capital).join('')
  return {
    module,
    camel: moduleCamel.charAt(0).toLowerCase() + moduleCamel.slice(1),
    thing: { kebab, snake: words.join('_'), camel, pascal },
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

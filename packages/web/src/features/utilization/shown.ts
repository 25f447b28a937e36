import type { Shown } from './types.ts'

/** Choices for what bars and columns show: `Util %` or `Run hrs`. */
export const shownChoices: readonly { readonly name: Shown; readonly words: string }[] = [
  { name: 'util', words: 'Util %' },
  { name: 'run', words: 'Run hrs' },
]

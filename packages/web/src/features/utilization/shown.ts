import type { Shown } from './types.ts'

/** `Util %` or `Run hrs`: what bars and columns can show, to be chosen from. */
export const shownChoices: readonly { readonly name: Shown; readonly words: string }[] = [
  { name: 'util', words: 'Util %' },
  { name: 'run', words: 'Run hrs' },
]

import type { CompanyConfig } from '@millwatch/contract/http/company'
import type { Static } from 'typebox'

type Config = Static<typeof CompanyConfig>
type FlagName = keyof Config

/** Words for the values of each flag, and the word that switches the flag off. */
const choices: { readonly [Name in FlagName]: { readonly words: readonly string[]; readonly off: string } } = {
  header_color: { words: ['dark_grey', 'black'], off: 'default' },
  device_outputs: { words: ['on'], off: 'off' },
  operator_view: { words: ['on'], off: 'off' },
  favorites: { words: ['on'], off: 'off' },
  scrap_enabled: { words: ['on'], off: 'off' },
}

export const flagNames = Object.keys(choices) as readonly FlagName[]

/** Returns the words to which a flag can be set, last the one that switches it off; undefined for an unknown flag. */
export function wordsOf(name: string): readonly string[] | undefined {
  const choice = Object.hasOwn(choices, name) ? choices[name as FlagName] : undefined
  return choice && [...choice.words, choice.off]
}

type Flags = Readonly<Record<string, unknown>>

/**
 * Returns a copy of the flags with one flag set to a word of `wordsOf`; the word for off removes the flag. Does not
 * check the word.
 */
export function withFlag(flags: Flags, name: string, word: string): Flags {
  const { [name]: _, ...others } = flags
  const choice = choices[name as FlagName]
  if (word === choice.off) return others
  return { ...others, [name]: word === 'on' ? true : word }
}

/**
 * Converts the stored flags of a company into API form: false or null for flags that are off; unknown ones are left
 * out.
 */
export function configOf(flags: Flags): Config {
  const color = flags.header_color
  return {
    header_color: color === 'dark_grey' || color === 'black' ? color : null,
    device_outputs: flags.device_outputs === true,
    operator_view: flags.operator_view === true,
    favorites: flags.favorites === true,
    scrap_enabled: flags.scrap_enabled === true,
  }
}

import { Name } from '@millwatch/contract/shapes/common'
import { Compile } from 'typebox/compile'
import { Invalid } from '../../platform/errors.ts'

const name = Compile(Name)

/** Returns a typed name unchanged; throws `name_blank` when it has no visible character. */
export function demandName(typed: string): string {
  if (!name.Check(typed)) throw new Invalid(undefined, 'name_blank')
  return typed
}

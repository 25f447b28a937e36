import { Name } from '@millwatch/contract/shapes/common'
import { Compile } from 'typebox/compile'
import { Invalid } from '../../platform/errors.ts'

const name = Compile(Name)

/**
 * Returns a typed name unchanged; throws 400 `name_blank` unless it has 1 to 120 characters, one of them visible and none a
 * control character.
 */
export function requireName(typed: string): string {
  if (!name.Check(typed)) throw new Invalid(undefined, 'name_blank')
  return typed
}

import { Name } from '@millwatch/contract/shapes/common'
import { Compile } from 'typebox/compile'
import { Invalid } from '../../platform/errors.ts'

const name = Compile(Name)

/** A name somebody typed; one in which nothing can be seen is blank. */
export function demandName(typed: string): string {
  if (!name.Check(typed)) throw new Invalid(undefined, 'name_blank')
  return typed
}

import { ApiError } from '../../lib/api.ts'

/** Error codes of the server that concern one field of a form, with the name of the field. */
export type FieldOfCode<Name extends string> = Readonly<Record<string, Name>>

/** Messages to show at the fields of a form. */
export type FieldFaults<Name extends string> = Partial<Readonly<Record<Name, string>>>

/** Returns the message of a server error at the field that it concerns; empty when it concerns none. */
export function fieldFaults<Name extends string>(error: unknown, fields: FieldOfCode<Name>): FieldFaults<Name> {
  if (!(error instanceof ApiError) || error.code === undefined) return {}
  const field = fields[error.code]
  return field === undefined ? {} : ({ [field]: error.message } as FieldFaults<Name>)
}

import { ApiError } from '../../lib/api.ts'

/** Name of the field of a form that shows the message of each of these error codes of the server. */
export type FieldOfCode<Name extends string> = Readonly<Record<string, Name>>

/** Messages to show at the fields of a form, by field; a valid field has none. */
export type FieldFaults<Name extends string> = Partial<Readonly<Record<Name, string>>>

/** Returns the message of a server error by the field that `fields` gives for its code; empty for any other error. */
export function fieldFaults<Name extends string>(error: unknown, fields: FieldOfCode<Name>): FieldFaults<Name> {
  if (!(error instanceof ApiError) || error.code === undefined) return {}
  const field = fields[error.code]
  return field === undefined ? {} : ({ [field]: error.message } as FieldFaults<Name>)
}

/** Name of the field of a form that shows the message of each of these error codes of the server. */
export type FieldOfCode<Name extends string> = Readonly<Record<string, Name>>

/** Messages to show at the fields of a form, by field; a valid field has none. */
export type FieldFaults<Name extends string> = Partial<Readonly<Record<Name, string>>>

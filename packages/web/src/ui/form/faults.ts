/** Names of the fields of a form by error code of the server: the field shows the message of an error with this code. */
export type FieldOfCode<Name extends string> = Readonly<Record<string, Name>>

/** Messages to show at the fields of a form, by the name of the field; a valid field has none. */
export type FieldFaults<Name extends string> = Partial<Readonly<Record<Name, string>>>

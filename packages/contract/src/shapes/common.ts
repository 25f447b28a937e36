import { type TSchema, Type } from 'typebox'

/** Returns a copy of a schema with the description that `/docs` shows. */
export const meaning = <T extends TSchema>(description: string, schema: T): T =>
  Type.With(schema, { description }) as unknown as T

/** Name of the keyword that marks schemas whose values the server writes without going through their fields. */
export const AS_IT_IS = 'x-as-it-is'

/**
 * Returns the schema of an array with the rows of a report, up to 100,000 and more, or with all machines of a page. The server
 * writes the rows as they are, several times faster than field by field, so a row must contain no fields beyond its schema.
 */
export const manyRows = <T extends TSchema>(row: T) => Type.Array(row, { [AS_IT_IS]: true })

/** Schema of an id: a whole number from 1, unique among the objects of one kind over all companies. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Schema of an instant in an object of the API: ISO 8601 text with zone, to the millisecond. */
export const Instant = Type.String({ format: 'date-time' })

/** Schema of a number or null, for fields of rows. It is faster to serialize than a union. */
export const NumberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] })

/** Schema of a duration or a total of time: seconds with up to three decimals. */
export const Seconds = Type.Number()

export const Success = Type.Literal('success')

export const IdParams = Type.Object({ id: Id }, { additionalProperties: false })

/** Schema of a query with a period `[startDate, endDate)`; an end later than now is read as now, except for shift history. */
export const PeriodQuery = Type.Object(
  {
    startDate: meaning('Beginning of the period.', Instant),
    endDate: meaning('End of the period, itself outside it; one later than now is read as now.', Instant),
  },
  { additionalProperties: false },
)

/** Schema of 1 to 1,000 ids as a text, separated by commas: `1,2,3`. */
export const IdList = Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,999}$' })

export const Failure = Type.Object({
  status: Type.Literal('error'),
  error: Type.String(),
  code: Type.String(),
  request_id: Type.String(),
})

/** Schema of a status as a number: 1 running, 2 down, 3 offline, 4 powered off. */
export const StatusId = Type.Integer({ minimum: 1, maximum: 4 })

/**
 * Schema of a name given by people: 1 to 120 code points without control characters, at least one of them visible (a letter,
 * number, punctuation mark, symbol or private-use character; the fillers and blanks that Unicode puts among those do not count).
 */
export const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  // The control characters are looked for first and once, as this is also tested on a text that is much too long.
  pattern: '^(?=[^\\p{Cc}]*$)[^\\p{Cc}]*(?![\\u115f\\u1160\\u2800\\u3164\\uffa0])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Co}]',
})

/**
 * Schema of a name as typed into a form: like `Name`, but it may be blank, because the server has an error of its own for blank
 * names.
 */
export const TypedName = Type.String({ maxLength: 120, pattern: '^[^\\p{Cc}]*$' })

/** Schema of the headers of a call that is safe to repeat (`keyed`). */
export const KeyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{8,100}$',
      description:
        'A new random text for each call. Sent again, the call gets the answer of the first and does nothing.',
    }),
  ),
})

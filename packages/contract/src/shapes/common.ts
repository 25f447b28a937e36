import { type TSchema, Type } from 'typebox'

/** Returns a copy of a schema with a description, which `/docs` shows. */
export const meaning = <T extends TSchema>(description: string, schema: T): T =>
  Type.With(schema, { description }) as unknown as T

/** Keyword of schemas whose values the server writes as they are. */
export const AS_IT_IS = 'x-as-it-is'

/**
 * Array of the rows of a report, up to 100,000 and more. The server writes them as they are, several times faster than field by
 * field by the schema; so a row must have no other fields than its shape.
 */
export const manyRows = <T extends TSchema>(row: T) => Type.Array(row, { [AS_IT_IS]: true })

/** Id of a thing: a whole number from 1, unique over all companies. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Instant in an object of the API: ISO 8601 text with zone, to the millisecond. */
export const Instant = Type.String({ format: 'date-time' })

/** Number or null, for fields of rows; faster to serialize than a union. */
export const NumberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] })

/** A duration or a total of time: seconds with up to three decimals. */
export const Seconds = Type.Number()

export const Success = Type.Literal('success')

export const IdParams = Type.Object({ id: Id }, { additionalProperties: false })

/** Query with a period `[startDate, endDate)`; an end later than now is read as now. */
export const PeriodQuery = Type.Object(
  {
    startDate: meaning('Beginning of the period.', Instant),
    endDate: meaning('End of the period, itself outside it; one later than now is read as now.', Instant),
  },
  { additionalProperties: false },
)

/** List of 1 to 1,000 ids as text, separated by commas: `1,2,3`. */
export const IdList = Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,999}$' })

export const Failure = Type.Object({
  status: Type.Literal('error'),
  error: Type.String(),
  code: Type.String(),
  request_id: Type.String(),
})

/** Status as a number: 1 running, 2 down, 3 offline, 4 powered off. */
export const StatusId = Type.Integer({ minimum: 1, maximum: 4 })

/**
 * Name given by people: shown as written, 1 to 120 characters, no control characters, and at least one visible character (a
 * letter, digit, punctuation mark or symbol; the fillers and blanks that Unicode counts among those are not visible).
 */
export const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^[^\\p{Cc}]*(?![\\u115f\\u1160\\u2800\\u3164\\uffa0])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Co}][^\\p{Cc}]*$',
})

/**
 * Name as typed into a form: like `Name`, but may be blank. The server answers a blank one with an error of its own.
 */
export const TypedName = Type.String({ maxLength: 120, pattern: '^[^\\p{Cc}]*$' })

/** Headers of calls that are safe to repeat (`keyed`). */
export const KeyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{8,100}$',
      description:
        'A new random text for each call. Sent again, the call gets the answer of the first and does nothing.',
    }),
  ),
})

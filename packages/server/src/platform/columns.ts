import type { JSONColumnType } from 'kysely'

/** Types of columns as the driver returns them: instants are epoch milliseconds (number), ids are numbers. */
export type Id = number
export type Ms = number
export type Jsonb<T extends object | null> = JSONColumnType<T>

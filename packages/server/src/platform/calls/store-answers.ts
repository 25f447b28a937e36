import { companyRow, companyRun } from '../db/statements.ts'

/** Answer of a call that was made with an idempotency key; `answer` is never null once the call is committed. */
export interface KeptAnswer {
  readonly operation: string
  readonly requestHash: string
  readonly answer: object | null
}

type Key = [principal: string, key: string]

/**
 * Claims a key for a call in the transaction of the call. Returns a row if the key was free, undefined if it was claimed before.
 * A call with the same key at the same time waits until the other one is committed or rolled back.
 */
export const claimKey = companyRow<
  { key: string },
  [...Key, operation: string, requestHash: string, createdAt: number]
>(
  'answers.claim',
  `insert into call_answer (company_id, principal, idempotency_key, operation, request_hash, created_at)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning idempotency_key as key`,
)

export const findAnswer = companyRow<KeptAnswer, Key>(
  'answers.find',
  `select operation, request_hash as "requestHash", answer from call_answer
    where company_id = $1 and principal = $2 and idempotency_key = $3`,
)

export const keepAnswer = companyRun<[...Key, answer: string]>(
  'answers.keep',
  `update call_answer set answer = $4::jsonb where company_id = $1 and principal = $2 and idempotency_key = $3`,
)

/**
 * Removes the answers of a company that were kept before an instant (epoch ms), except those that another transaction is
 * removing: calls at the same time neither wait for each other nor block each other.
 */
export const removeOldAnswers = companyRun<[before: number]>(
  'answers.remove_old',
  `delete from call_answer where ctid = any(array(
    select ctid from call_answer where company_id = $1 and created_at < $2 for update skip locked))`,
)

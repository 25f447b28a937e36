import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { onceFor } from './statements.ts'

/** A snapshot that keeps the results of equal questions. */
function snapshot(): Ctx {
  const kept = new Map<string, Promise<unknown>>()
  const once = (question: string, ask: () => Promise<unknown>) => {
    const first = kept.get(question) ?? ask()
    kept.set(question, first)
    return first
  }
  return { companyId: 1, tx: { once } } as unknown as Ctx
}

describe('onceFor', () => {
  it('reads the same rows once, in whatever order they are asked for', async () => {
    const ctx = snapshot()
    const questions: (readonly number[])[] = []
    const read = async (_: Ctx, ids: readonly number[]) => questions.push(ids)
    await onceFor(ctx, 'names', [10, 9, 2], read)
    await onceFor(ctx, 'names', [2, 9, 10], read)
    expect(questions).toEqual([[10, 9, 2]])
    await onceFor(ctx, 'names', [2, 9], read)
    await onceFor(ctx, 'other names', [2, 9, 10], read)
    expect(questions).toHaveLength(3)
  })
})

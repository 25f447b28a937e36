import { expect } from 'vitest'

/**
 * Comparison of answers with the results of a reference model. `figures` is the number of single numbers, texts and instants
 * compared so far; a difference throws an assertion error.
 */
export class Comparison {
  figures = 0

  same(actual: unknown, expected: unknown, about: string): void {
    expect(actual, about).toEqual(expected)
    this.figures += figuresIn(expected)
  }
}

function figuresIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum, part) => sum + figuresIn(part), 0)
}

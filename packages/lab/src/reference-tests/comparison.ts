import { expect } from 'vitest'

/** Compares answers with what a reference model says, and counts the figures, texts and instants that were compared. */
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

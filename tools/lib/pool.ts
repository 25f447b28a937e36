/**
 * Runs jobs, at most `width` at a time and started in order, and returns their results in that order. Rejects with the first
 * error of a job.
 */
export async function inParallel<T>(width: number, jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  const queue = jobs.entries()
  const worker = async () => {
    for (const [index, job] of queue) results[index] = await job()
  }
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker))
  return results
}

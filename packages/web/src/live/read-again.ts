import type { QueryClient, QueryKey } from '@tanstack/react-query'

const planned = new Map<string, ReturnType<typeof setTimeout>>()

/** Reads `queryKey` again `delayMs` from now; asked again meanwhile, it stays with that one reading. */
export function readAgainSoon(client: QueryClient, queryKey: QueryKey, delayMs: number): void {
  const name = JSON.stringify(queryKey)
  if (planned.has(name)) return
  const read = (): void => {
    planned.delete(name)
    void client.invalidateQueries({ queryKey })
  }
  planned.set(name, setTimeout(read, delayMs))
}

import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Choices last made on the page of any unit, by their names in the address; kept by this browser. */
export const useKeptChoices = create<Readonly<Record<string, string>>>()(
  persist(() => ({}), { name: 'millwatch.unit', version: 0 }),
)

import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Store of the choices last made on the page of any unit, by the name of their parameter; localStorage keeps them. */
export const useKeptChoices = create<Readonly<Record<string, string>>>()(
  persist(() => ({}), { name: 'millwatch.unit', version: 0 }),
)

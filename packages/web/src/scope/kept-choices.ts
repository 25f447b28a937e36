import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** What was chosen last on the page of a unit, on whichever, by its name in the address; kept by this browser. */
export const useKeptChoices = create<Readonly<Record<string, string>>>()(
  persist(() => ({}), { name: 'millwatch.unit', version: 0 }),
)

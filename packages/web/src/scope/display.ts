import { createContext, use } from 'react'

const Display = createContext(false)

export const OnDisplay = Display.Provider

/** Returns true inside the page of a kiosk display, where no link leads to another page. */
export const useIsDisplay = (): boolean => use(Display)

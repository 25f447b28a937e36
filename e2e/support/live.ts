import type { Page } from '@playwright/test'

/** Cuts the live connection of a page, for tests of what a page does that has not heard of a change. Call it before the page loads. */
export const withoutLive = (page: Page): Promise<void> => page.routeWebSocket(/\/live\//, (socket) => socket.close())

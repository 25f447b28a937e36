import type { Page } from '@playwright/test'

/**
 * Closes every live connection of a page, so that the page is not notified of changes. It must be called before the page loads.
 */
export const withoutLive = (page: Page): Promise<void> => page.routeWebSocket(/\/live\//, (socket) => socket.close())

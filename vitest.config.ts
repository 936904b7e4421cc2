import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // The ids of requirements stand at the end of titles: none may be cut off.
    taskTitleValueFormatTruncate: 0,
  },
})

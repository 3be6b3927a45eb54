/** Whether tests may obtain and start engines beside PostgreSQL: `npm run test:engines` says so. */
export const areEnginesWanted = (): boolean => process.env['TEST_ENGINES'] === 'on'

export const HOW_TO_RUN = 'npm run test:engines runs them'

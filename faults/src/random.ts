export { type Random, seeded } from '@meadow/e2e/random'

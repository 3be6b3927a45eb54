export { type RedisAddress, readRedisUrl } from './redis-address.ts'
export { createRedisClient } from './redis-client.ts'

export { type RedisAddress, readRedisUrl } from './redis-address.ts'
export { createRedis } from './redis-client.ts'

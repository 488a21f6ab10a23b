/** Program: starts the embedded server on the folder of its argument, prints its URL, and stops it when input ends. */
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.js';

const { adminUrl, reused, notes, stop } = await startEmbeddedPostgres({ dataDir: process.argv[2], durable: false });
process.stdout.write(JSON.stringify({ adminUrl, reused, notes }));
process.stdin.resume().once('end', () => void stop());

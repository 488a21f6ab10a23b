/** Longest path of a socket in bytes: 103 on macOS, 107 on Linux. */
const MAX_PATH_BYTES = 103;

/**
 * Value of the setting `unix_socket_directories`: the cluster's own folder, which only the server's user may enter.
 * Empty, for TCP only, on Windows and when the path would be too long for a socket.
 */
export function socketSetting(cluster: string, port: number, platform: string = process.platform): string {
  if (platform === 'win32' || Buffer.byteLength(`${cluster}/.s.PGSQL.${port}`) > MAX_PATH_BYTES) return '';
  return `"${cluster.replaceAll('"', '""')}"`;
}

/**
 * Adds a server's socket to its URL. Drivers and libpq then ignore the host, which stays for URL parsers: these refuse a
 * login without a host.
 */
export function throughSocket(url: string, folder: string | undefined): string {
  if (folder === undefined) return url;
  const through = new URL(url);
  through.searchParams.set('host', folder);
  return through.href;
}

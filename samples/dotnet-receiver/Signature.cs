using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace DotnetReceiver;

/// <summary>Verifies signatures by Standard Webhooks.</summary>
public static class Signature
{
    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(5);

    /// <summary>True for a call of the last minutes with a signature by the key. While a key is replaced, there are two.</summary>
    public static bool IsGenuine(IHeaderDictionary headers, byte[] body, string key)
    {
        var seconds = headers["webhook-timestamp"].ToString();
        if (!long.TryParse(seconds, NumberStyles.None, CultureInfo.InvariantCulture, out var sentAt)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sentAt) > MaxAge.TotalSeconds) return false;
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{seconds}."), .. body];
        var expected = "v1," + Convert.ToBase64String(HMACSHA256.HashData(Encoding.UTF8.GetBytes(key), signed));
        return headers["webhook-signature"].ToString().Split(' ').Any(each =>
            CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(each), Encoding.UTF8.GetBytes(expected)));
    }
}

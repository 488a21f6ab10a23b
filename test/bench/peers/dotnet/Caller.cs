using System.Security.Claims;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Caching.Memory;

namespace Peer;

/// <summary>Ids of the one environment that the peer serves, and the names by which callers' headers choose it.</summary>
public sealed class Place
{
    public required string Tenant { get; init; }
    public required string App { get; init; }
    public required string Environment { get; init; }
    public required Guid TenantId { get; init; }
    public required Guid AppId { get; init; }
    public required Guid EnvironmentId { get; init; }

    public bool IsChosenBy(IHeaderDictionary headers) =>
        headers["TenantId"] == Tenant && headers["AppId"] == App && headers["EnvironmentId"] == Environment;
}

/// <summary>User of a request, found by the subject of the token.</summary>
public sealed record Caller(Guid Id, Guid TeamId, string ReadScope, Place Place)
{
    private static readonly TimeSpan CachedFor = TimeSpan.FromMinutes(1);

    /// <summary>Binds a parameter of an endpoint.</summary>
    public static async ValueTask<Caller?> BindAsync(HttpContext http)
    {
        var place = http.RequestServices.GetRequiredService<Place>();
        if (!place.IsChosenBy(http.Request.Headers)) throw new BadHttpRequestException("There is no such environment.");
        return await FindAsync(http.RequestServices, http.User, place)
            ?? throw new BadHttpRequestException("The caller is no member.", StatusCodes.Status403Forbidden);
    }

    public static Task<Caller?> FindAsync(IServiceProvider services, ClaimsPrincipal user, Place place)
    {
        var name = user.FindFirstValue("sub")!;
        return services.GetRequiredService<IMemoryCache>().GetOrCreateAsync(("caller", name), async entry =>
        {
            entry.AbsoluteExpirationRelativeToNow = CachedFor;
            var db = services.GetRequiredService<PeerContext>();
            return await db.Users.AsNoTracking().Where(found => found.UserName == name)
                .Select(found => new Caller(found.Id, found.TeamId, found.ReadScope, place)).FirstOrDefaultAsync();
        });
    }
}

using System.Text.Json;
using Microsoft.EntityFrameworkCore;

namespace Peer;

/// <summary>Reads without what tunes EF Core: a context for each request, LINQ that the request composes, JSON by reflection.</summary>
public static class PlainEndpoints
{
    private static readonly JsonSerializerOptions Json = new();

    public static void Map(RouteGroupBuilder api) => api.MapPost("/queries/select", SelectAsync);

    private static async Task<IResult> SelectAsync(SelectBody body, Caller caller, DbContextOptions<PeerContext> options)
    {
        await using var db = new PeerContext(options);
        var readable = db.Customers.AsNoTracking().Where(c => c.OwnerId == caller.Id && !c.IsDeleted);
        var filter = body.WhereClause.Filters.Single();
        return filter.FieldName switch
        {
            "Id" => await ByIdAsync(readable, filter.Value.GetGuid()),
            "Phone" => await PageAsync(readable, filter.Value.GetString()!, body.Pager ?? new(1, 50)),
            _ => throw new BadHttpRequestException("The filter is Id or Phone."),
        };
    }

    private static async Task<IResult> ByIdAsync(IQueryable<Customer> readable, Guid id)
    {
        var found = await readable.FirstOrDefaultAsync(c => c.Id == id);
        var answer = new Answer<List<Customer>> { Result = found is null ? [] : [found], TotalRecords = found is null ? 0 : 1 };
        return Results.Json(answer, Json);
    }

    private static async Task<IResult> PageAsync(IQueryable<Customer> readable, string phone, Pager pager)
    {
        var found = readable.Where(c => c.Phone == phone);
        var page = await found.OrderBy(c => c.Name).ThenBy(c => c.Id)
            .Skip((pager.PageNumber - 1) * pager.PageSize).Take(pager.PageSize).ToListAsync();
        return Results.Json(new Answer<List<Customer>> { Result = page, TotalRecords = await found.CountAsync() }, Json);
    }
}

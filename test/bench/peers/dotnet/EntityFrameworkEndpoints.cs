using System.Text.Json;
using Microsoft.AspNetCore.SignalR;
using Microsoft.EntityFrameworkCore;

namespace Peer;

/// <summary>Endpoints on EF Core. Reads serve callers with read scope Own.</summary>
public static class EntityFrameworkEndpoints
{
    private static readonly Func<PeerContext, Guid, Guid, Task<Customer?>> ById = EF.CompileAsyncQuery(
        (PeerContext db, Guid owner, Guid id) => db.Customers.AsNoTracking()
            .FirstOrDefault(c => c.Id == id && c.OwnerId == owner && !c.IsDeleted));

    private static readonly Func<PeerContext, Guid, string, int, int, IAsyncEnumerable<Customer>> Page =
        EF.CompileAsyncQuery((PeerContext db, Guid owner, string phone, int skip, int take) => db.Customers.AsNoTracking()
            .Where(c => c.Phone == phone && c.OwnerId == owner && !c.IsDeleted)
            .OrderBy(c => c.Name).ThenBy(c => c.Id).Skip(skip).Take(take));

    private static readonly Func<PeerContext, Guid, string, Task<int>> Count = EF.CompileAsyncQuery(
        (PeerContext db, Guid owner, string phone) => db.Customers
            .Count(c => c.Phone == phone && c.OwnerId == owner && !c.IsDeleted));

    private static readonly Func<PeerContext, Guid, Task<bool>> RegionExists = EF.CompileAsyncQuery(
        (PeerContext db, Guid id) => db.Regions.Any(r => r.Id == id && !r.IsDeleted));

    public static void Map(RouteGroupBuilder api)
    {
        api.MapPost("/queries/select", SelectAsync);
        api.MapPost("/records/insert", InsertAsync);
    }

    /// <summary>The same insert with a row of the change log, in one transaction.</summary>
    public static void MapLogged(RouteGroupBuilder api) => api.MapPost("/records/insert", InsertLoggedAsync);

    private static async Task<Answer<List<Customer>>> SelectAsync(SelectBody body, Caller caller, PeerContext db)
    {
        var filter = body.WhereClause.Filters.Single();
        if (filter.FieldName == "Id")
        {
            var found = await ById(db, caller.Id, filter.Value.GetGuid());
            return found is null
                ? new() { Result = [] }
                : new() { Result = [found], TotalRecords = 1 };
        }
        if (filter.FieldName != "Phone") throw new BadHttpRequestException("The filter is Id or Phone.");
        var (phone, pager) = (filter.Value.GetString()!, body.Pager ?? new(1, 50));
        var rows = new List<Customer>(pager.PageSize);
        await foreach (var row in Page(db, caller.Id, phone, (pager.PageNumber - 1) * pager.PageSize, pager.PageSize))
            rows.Add(row);
        return new() { Result = rows, TotalRecords = await Count(db, caller.Id, phone) };
    }

    private static async Task<Answer<Customer>> InsertAsync(
        InsertBody body, Caller caller, PeerContext db, IHubContext<NotificationHub> hub)
    {
        var customer = await DraftAsync(body, caller, db);
        db.Customers.Add(customer);
        await db.SaveChangesAsync();
        return await AnswerAsync(customer, hub);
    }

    private static async Task<Answer<Customer>> InsertLoggedAsync(
        InsertBody body, Caller caller, PeerContext db, IHubContext<NotificationHub> hub)
    {
        var customer = await DraftAsync(body, caller, db);
        await using var transaction = await db.Database.BeginTransactionAsync();
        db.Customers.Add(customer);
        await db.SaveChangesAsync();
        // Only now the customer has its number.
        db.Changes.Add(ChangeOf(customer));
        await db.SaveChangesAsync();
        await transaction.CommitAsync();
        return await AnswerAsync(customer, hub);
    }

    private static async Task<Customer> DraftAsync(InsertBody body, Caller caller, PeerContext db)
    {
        var customer = CustomerRules.New(caller, DateTime.UtcNow);
        foreach (var (field, value) in body.Fields) CustomerRules.Assign(customer, field, value);
        var faults = CustomerRules.Faults(customer).ToList();
        if (!await RegionExists(db, customer.RegionId)) faults.Add("RegionId names no region.");
        return faults.Count == 0 ? customer : throw new BadHttpRequestException(string.Join(' ', faults));
    }

    private static async Task<Answer<Customer>> AnswerAsync(Customer customer, IHubContext<NotificationHub> hub)
    {
        var correlationId = Guid.CreateVersion7();
        await NotificationHub.CreatedAsync(hub, customer, correlationId);
        return new() { Result = customer, RecordAffected = 1, TotalRecords = 1, CorrelationId = correlationId };
    }

    /// <summary>Row of the change log for a new customer.</summary>
    public static Change ChangeOf(Customer customer) => new()
    {
        Id = Guid.CreateVersion7(),
        Entity = "Customer",
        Operation = "Create",
        UserId = customer.CreatedBy,
        OccurredAt = customer.CreatedOn,
        RecordId = customer.Id,
        New = JsonSerializer.Serialize(customer, Wire.Default.Customer),
    };
}

using System.Collections.Concurrent;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;

namespace DotnetClient;

/// <summary>
/// The message <c>EntityChanged</c>, and an item of the stream <c>StreamChanges</c>. <c>Cause</c> and <c>Record</c> are those
/// of a filtered subscription.
/// </summary>
public sealed record Change(
    string EntityName, string Operation, Guid? Id, string[] ChangedFields, string Cursor, int? Count,
    long? RowVersion = null, string? Cause = null, Dictionary<string, JsonElement>? Record = null, bool Truncated = false);

/// <summary>Changes that a subscription is about: those of records that meet the clause, with the values of these fields.</summary>
public sealed record Filter(Clause WhereClause, string[] SelectedFields);

/// <summary>A where-clause of a query or a subscription.</summary>
public sealed record Clause(params Condition[] Filters);

/// <summary>A filter of a where-clause.</summary>
public sealed record Condition(string FieldName, string Operator, object? Value);

/// <summary>The message <c>OperationCompleted</c>, and the answer of <c>GetOperation</c>.</summary>
public sealed record Outcome(Guid CorrelationId, string Status, int? HttpStatus, JsonElement? Error, string[]? Errors)
{
    public string Message => string.Join(" ", Errors ?? Error?.GetProperty("Errors").Deserialize<string[]>() ?? []);
}

/// <summary>The message <c>Notification</c>, for the user alone.</summary>
public sealed record Notice(Guid Id, string Message, string? EntityName, Guid? RecordInformationId, string? Source);

/// <summary>
/// Receives the changes of an entity's records and the outcomes of slow writes. It misses none when the connection
/// breaks or the service restarts; docs/front-ends.md gives the reasons.
/// </summary>
public sealed class LiveEntity : IAsyncDisposable
{
    private static readonly TimeSpan RepeatAfter = TimeSpan.FromMilliseconds(500);

    private readonly Service service;
    private readonly string entityName;
    private readonly Filter? filter;
    private readonly HubConnection hub;

    /// <summary>Writes that were answered 202, with unknown and with known outcome.</summary>
    private readonly ConcurrentDictionary<Guid, bool> open = new(), done = new();

    /// <summary>Cursor of the last received change, from which a stream resumes.</summary>
    private string? cursor;

    public event Action<string>? Said;

    public event Action<Change>? Changed;

    /// <summary>Earlier changes may be missing: read the records again.</summary>
    public event Action? Reload;

    public LiveEntity(Service service, string entityName, Filter? filter = null)
    {
        (this.service, this.entityName, this.filter) = (service, entityName, filter);
        hub = new HubConnectionBuilder()
            .WithUrl(service.HubAddress, options =>
            {
                options.AccessTokenProvider = service.TokenAsync;
                foreach (var (name, value) in Service.Context) options.Headers[name] = value;
            })
            .WithAutomaticReconnect(new EverySecond())
            .Build();
        hub.On<Change>("EntityChanged", Hear);
        hub.On<Outcome>("OperationCompleted", Settle);
        hub.On<Ended>("SubscriptionEnded", ended => SayAsync(ended.Reason));
        hub.On<Notice>("Notification", notice => SayAsync($"Notification: {notice.Message}"));
        hub.Reconnecting += _ => SayAsync("The connection is lost. Trying again …");
        hub.Reconnected += _ => RepeatAsync(AttendAsync);
        hub.Closed += error => SayAsync($"The connection is closed. {error?.Message}");
    }

    public async Task StartAsync()
    {
        await hub.StartAsync();
        await RepeatAsync(AttendAsync);
    }

    /// <summary>Inserts a record. A 202 is followed until its outcome is known.</summary>
    public async Task InsertAsync(Dictionary<string, object?> fields)
    {
        var (status, correlationId, errors) = await service.InsertAsync(entityName, fields);
        await SayAsync($"{status} {correlationId}  {string.Join(" ", errors)}");
        if (status != "202" || correlationId is not { } id) return;
        open[id] = true;
        // Hub and request race: the outcome may have been sent earlier, or while there was no connection.
        await AskAsync(id);
    }

    public ValueTask DisposeAsync() => hub.DisposeAsync();

    /// <summary>
    /// Subscribes on a new connection. The first connection registers for the entity. A later one streams from the last
    /// cursor: the stream delivers missed changes first, then new ones, each once.
    /// </summary>
    private async Task AttendAsync()
    {
        if (cursor is null)
        {
            await hub.InvokeAsync("RegisterEntity", entityName, filter);
            await SayAsync($"Connected; registered for {entityName}.");
            Reload?.Invoke();
        }
        else
        {
            _ = RepeatAsync(FollowAsync);
            await SayAsync("Connected again; what was missed follows.");
        }
        foreach (var id in open.Keys) await AskAsync(id);
    }

    private Task AskAsync(Guid id) =>
        RepeatAsync(async () => Settle(await hub.InvokeAsync<Outcome>("GetOperation", id)));

    /// <summary>Receives the changes after the last cursor. An expired cursor subscribes again.</summary>
    private async Task FollowAsync()
    {
        try
        {
            await foreach (var change in hub.StreamAsync<Change>("StreamChanges", entityName, cursor!, filter)) Hear(change);
        }
        catch (HubException error) when (error.Message.Contains("CursorExpired"))
        {
            cursor = null;
            _ = RepeatAsync(AttendAsync);
        }
    }

    /// <summary>
    /// Makes a call of the hub. Without sockets each call is a request of its own: where one is lost and the connection
    /// stays, it is made again. After a lost connection the next one subscribes and asks again. A call beyond a limit is
    /// made again when the service says so; other refusals are shown.
    /// </summary>
    private async Task RepeatAsync(Func<Task> call)
    {
        var connection = hub.ConnectionId;
        do
        {
            try
            {
                await call();
                return;
            }
            catch (HubException error)
            {
                await SayAsync(error.Message);
                if (RetryAfter(error) is not { } delay) return;
                await Task.Delay(delay);
            }
            catch (Exception)
            {
                await Task.Delay(RepeatAfter);
            }
        } while (hub.State == HubConnectionState.Connected && hub.ConnectionId == connection);
    }

    /// <summary>When a call beyond a limit may be made again; null for other refusals.</summary>
    private static TimeSpan? RetryAfter(HubException error)
    {
        var match = Regex.Match(error.Message, @"RateLimited: .*Try again in (\d+) s");
        if (!match.Success) return null;
        // Clients that were refused at the same time come back within a second.
        return TimeSpan.FromSeconds(int.Parse(match.Groups[1].Value) + Random.Shared.NextDouble());
    }

    private void Hear(Change change)
    {
        cursor = change.Cursor;
        var fields = change.Operation == "Update" ? string.Join(", ", change.ChangedFields) : "";
        Changed?.Invoke(change);
        Said?.Invoke($"{change.Operation} {change.Id?.ToString() ?? $"{change.Count} records"}  {fields}");
    }

    private void Settle(Outcome outcome)
    {
        if (outcome.Status == "Processing") return;
        open.TryRemove(outcome.CorrelationId, out _);
        if (!done.TryAdd(outcome.CorrelationId, true)) return;
        Said?.Invoke($"{outcome.Status} {outcome.CorrelationId}  HTTP {outcome.HttpStatus}  {outcome.Message}");
    }

    private sealed record Ended(string SubscriptionId, string Reason);

    private Task SayAsync(string text)
    {
        Said?.Invoke(text);
        return Task.CompletedTask;
    }

    /// <summary>Retries without an end; .NET's own policy gives up after 42 seconds.</summary>
    private sealed class EverySecond : IRetryPolicy
    {
        public TimeSpan? NextRetryDelay(RetryContext retry) =>
            TimeSpan.FromMilliseconds(retry.PreviousRetryCount == 0 ? 0 : 500 + Random.Shared.Next(500));
    }
}
